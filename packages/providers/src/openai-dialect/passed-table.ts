import { chatParameters, contentKinds } from '../parameters/chat-parameters.ts';
import { type ProviderTable, passed } from '../parameters/parameter-table.ts';

/** Between the same dialects everything is passed on as it came. */
export const passedParameters = Object.fromEntries(
  chatParameters.map((name) => [name, passed]),
) as ProviderTable['parameters'];

export const passedContents = Object.fromEntries(
  contentKinds.map((kind) => [kind, passed]),
) as ProviderTable['contents'];
