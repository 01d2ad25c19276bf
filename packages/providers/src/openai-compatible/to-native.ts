import { type ChatCall, type JsonObject, matchesGlob } from '@palimpsest/domain';
import { answerLimitAs, chatRequest } from '../openai-dialect/chat-request.ts';
import type { Provider } from '../provider.ts';
import { type FamilyData, modelData } from './model-data.ts';

const familyOf = (model: string): FamilyData | undefined =>
  modelData.families.find((family) => family.models.some((glob) => matchesGlob(glob, model)));

function changesFor(family: FamilyData, call: ChatCall): JsonObject {
  const { seed } = call.body;
  return {
    ...(family.answerLimit === undefined ? {} : answerLimitAs(family.answerLimit, call)),
    ...(family.withoutStreamOptions ? { stream_options: undefined } : {}),
    ...(family.randomSeed && seed !== undefined ? { seed: undefined, random_seed: seed } : {}),
  };
}

/** Passes the client's body on, changed only where the data of the model's family say so. */
export const toNative: Provider['toNative'] = (call, secret) => {
  const family = familyOf(call.model);
  if (family?.singleChoice && (call.body.n ?? 1) > 1) {
    return { refused: { param: 'n', message: 'This model gives one choice only.', code: 'unsupported_parameter' } };
  }
  return chatRequest(call, secret, family === undefined ? {} : changesFor(family, call));
};
