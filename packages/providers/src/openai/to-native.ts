import type { ChatBody, JsonObject } from '@palimpsest/domain';
import { refuse } from '../conversation/refuse.ts';
import { rowOf } from '../model-table.ts';
import { withoutCacheMarks } from '../openai-dialect/cache-marks.ts';
import { answerLimitAs, chatRequest } from '../openai-dialect/chat-request.ts';
import { shortDescriptions } from '../openai-dialect/long-descriptions.ts';
import { type HistoryTraits, ownHistory } from '../openai-dialect/own-history.ts';
import { shortCallId } from '../openai-dialect/short-call-id.ts';
import type { Provider } from '../provider.ts';
import { longestDescription, type ModelData, modelTable } from './model-data.ts';

const history: HistoryTraits = { thinking: 'refused', images: false, isOwnDetail: () => false, callId: shortCallId };

export const refusal: Provider['refusal'] = ({ body, model }) =>
  body.stop !== undefined && body.stop !== null && rowOf(modelTable, model)?.withoutStop
    ? refuse('stop', `The model '${model}' takes no stop sequences.`, 'unsupported_parameter')
    : undefined;

/** Passes the client's body on, changed only where the data of the model say that it would be refused. */
export const toNative: Provider['toNative'] = (call, secret) => {
  const found = refusal(call);
  if (found !== undefined) return found;
  const data = rowOf(modelTable, call.model);
  const renamed = data?.renamesLimit ? answerLimitAs('max_completion_tokens', call) : {};
  const body = withoutCacheMarks(call.body);
  const messages = ownHistory(body.messages, history);
  return chatRequest({ ...call, body }, secret, {
    messages,
    ...shortDescriptions(body, messages, longestDescription),
    ...renamed,
    ...withoutRefused(body, data),
  });
};

const samplingParameters = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'logit_bias',
] as const;

/** What the model refuses to be told; members that are `undefined` do not go out. */
function withoutRefused(body: ChatBody, data: ModelData | undefined): JsonObject {
  const effort = body.reasoning_effort ?? 'none';
  const hasTools = (body.tools ?? []).length > 0;
  const isDeaf = data?.can.reasoning === false || (data?.toolsWithoutEffort === true && hasTools && effort !== 'none');
  const reasons =
    data?.ownSampling === 'always' || (data?.ownSampling === 'while-reasoning' && effort !== 'none' && !isDeaf);
  const dropped = [...(reasons ? samplingParameters : []), ...(isDeaf ? ['reasoning_effort'] : [])];
  return Object.fromEntries(dropped.map((name) => [name, undefined]));
}
