import type { ChatCall, ChatMessage, JsonObject } from '@palimpsest/domain';
import { hashedId } from '../conversation/hashed-id.ts';
import { refuse } from '../conversation/refuse.ts';
import { jsonInstruction, schemaOf } from '../conversation/response-format.ts';
import { withoutCacheMarks } from '../openai-dialect/cache-marks.ts';
import { answerLimitAs, chatRequest } from '../openai-dialect/chat-request.ts';
import { shortDescriptions } from '../openai-dialect/long-descriptions.ts';
import { type HistoryTraits, ownHistory } from '../openai-dialect/own-history.ts';
import { isOpenRouters } from '../openai-dialect/reasoning-details.ts';
import type { Provider } from '../provider.ts';
import { familyOf } from './family.ts';
import type { FamilyData } from './model-data.ts';

export const refusal: Provider['refusal'] = ({ body, model, host }) => {
  const family = familyOf(model, host);
  if (family === undefined) return undefined;
  if (family.singleChoice && (body.n ?? 1) > 1)
    return refuse('n', `${family.title} gives one choice only.`, 'unsupported_parameter');
  const param = family.refuses?.find((name) => asksFor(body[name]));
  return param === undefined
    ? undefined
    : refuse(param, `${family.title} refuses '${param}'.`, 'unsupported_parameter');
};

const asksFor = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** Passes the client's body on, changed only where the data of the server's family say so. */
export const toNative: Provider['toNative'] = (call, secret) => {
  const family = familyOf(call.model, call.host);
  const found = refusal(call);
  if (found !== undefined) return found;
  const known = family?.withoutCacheMarks ? withoutCacheMarks(call.body) : call.body;
  const messages = ownHistory(known.messages, historyOf(call.model, family));
  const own = { ...call, body: { ...known, messages } };
  return chatRequest(own, secret, family && changesFor(family, own, messages));
};

/** Gemini's own endpoint of this dialect takes the signatures back that it gave. */
const historyOf = (model: string, family: FamilyData | undefined): HistoryTraits => ({
  thinking: family?.thinking ?? 'given-back',
  images: family === undefined,
  issuer: /(?:^|\/)gemini-/.test(model) ? 'google' : undefined,
  isOwnDetail: (detail) => !isOpenRouters(detail),
  ...(family?.nineCharacterIds ? { callId: nineCharacters } : {}),
});

const nineCharacters = (id: string): string => (/^[a-zA-Z0-9]{9}$/.test(id) ? id : hashedId(id, 9));

function changesFor(family: FamilyData, call: ChatCall, messages: readonly ChatMessage[]): JsonObject {
  const { seed, response_format } = call.body;
  const schema = schemaOf(response_format);
  const told: readonly ChatMessage[] =
    family.withoutSchemas && schema !== undefined
      ? [...messages, { role: 'system', content: jsonInstruction(schema) }]
      : messages;
  return {
    ...Object.fromEntries((family.drops ?? []).map((name) => [name, undefined])),
    ...(family.answerLimit === undefined ? {} : answerLimitAs(family.answerLimit, call)),
    ...(family.withoutStreamOptions ? { stream_options: undefined } : {}),
    ...(family.randomSeed && seed !== undefined ? { seed: undefined, random_seed: seed } : {}),
    ...(family.withoutSchemas && schema !== undefined ? { response_format: { type: 'json_object' } } : {}),
    messages: family.withoutNames ? told.map((message) => ({ ...message, name: undefined })) : told,
    ...(family.longestDescription === undefined ? {} : shortDescriptions(call.body, told, family.longestDescription)),
  };
}
