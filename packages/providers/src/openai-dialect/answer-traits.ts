import type { FinishReason, Json, JsonObject, Usage } from '@palimpsest/domain';
import type { Decoded } from '../provider.ts';

/** Where the providers that speak OpenAI's language differ in their answers. */
export type AnswerTraits = {
  /** `undefined` where the object counts nothing. */
  convertUsage(usage: JsonObject): Usage | undefined;
  /** `fault`: the provider's word for having failed. */
  mapFinishReason(raw: string): FinishReason | 'fault';
  /** Servers of open models: thinking may stand in the content, between tags. */
  readonly thinkTags?: true;
  /** The failure that an error inside an answer stands for. */
  failed(error: Json): Decoded;
};
