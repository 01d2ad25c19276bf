import type { ChatBody, Json } from '@palimpsest/domain';
import { refuse } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';
import { type ChatParameter, type ContentKind, chatParameters } from './chat-parameters.ts';
import { contentKindsIn } from './content-kind.ts';

/**
 * What becomes of a parameter. `passed`: it goes out as it came. `mapped`: it goes out in the provider's own words. `dropped`: it goes
 * nowhere, because it only tunes what the provider does in its own way. `refused`: leaving it out would give the client something else
 * than it asked for.
 */
type Treatment = 'passed' | 'mapped' | 'dropped' | 'refused';

export type Rule = {
  readonly how: Treatment;
  /** Where it goes, or why it does not: part of a sentence for the docs; of what is refused, for the client. */
  readonly says: string;
  /** Whether this value asks for what is refused; absent: every value but null does. */
  readonly asks?: (value: Json) => boolean;
};

/** Every parameter has its rule: one that OpenAI adds does not compile until somebody decides. */
export type ProviderTable = {
  /** As people write it. */
  readonly title: string;
  readonly parameters: Readonly<Record<ChatParameter, Rule>>;
  readonly contents: Readonly<Record<ContentKind, Rule>>;
  /** What differs between models or servers, sentence by sentence, for the docs. */
  readonly differences: readonly string[];
  /** Versions of the data behind it. */
  readonly version: string;
};

export const passed: Rule = { how: 'passed', says: '' };
export const mapped = (says: string): Rule => ({ how: 'mapped', says });
export const dropped = (says: string): Rule => ({ how: 'dropped', says });
export const refused = (says: string, asks?: Rule['asks']): Rule => ({
  how: 'refused',
  says,
  ...(asks === undefined ? {} : { asks }),
});

export const several = (value: Json): boolean => typeof value === 'number' && value > 1;
export const isTrue = (value: Json): boolean => value === true;
export const beyondText = (value: Json): boolean =>
  Array.isArray(value) && value.some((modality) => modality !== 'text');

/** The first parameter or part of the body that the table refuses. */
export function refusedBy(table: ProviderTable, body: ChatBody): Refusal | undefined {
  for (const param of chatParameters) {
    const { how, says, asks } = table.parameters[param];
    const value = body[param];
    if (how !== 'refused' || value === undefined || value === null || asks?.(value) === false) continue;
    const code = param === 'n' ? 'unsupported_value' : 'unsupported_parameter';
    return refuse(param, `${table.title} ${says}.`, code);
  }
  for (const { kind, param } of contentKindsIn(body.messages)) {
    const { how, says } = table.contents[kind];
    if (how === 'refused') return refuse(param, `${table.title} ${says}.`);
  }
  return undefined;
}
