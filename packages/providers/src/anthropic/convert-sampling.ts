import type { ChatBody, JsonObject } from '@palimpsest/domain';
import { refuse } from '../conversation/refuse.ts';
import { stopSequences } from '../conversation/stop-sequences.ts';
import type { Refusal } from '../provider.ts';
import type { ModelData } from './model-data.ts';

/**
 * Temperature ends at 1 here, at 2 in OpenAI's dialect: it is cut there. What the model refuses is left out: both kinds of sampling
 * together (temperature stays), all of it on the newest models and while thinking. `top_k` is an extension that clients of this API send.
 */
export function convertSampling(
  body: ChatBody,
  data: ModelData | undefined,
  isThinking: boolean,
): JsonObject | Refusal {
  const stops = stopSequences(body);
  if (stops.some((stop) => stop.trim() === ''))
    return refuse('stop', 'Anthropic takes no stop sequence of white space alone.');
  const stopping: JsonObject = stops.length === 0 ? {} : { stop_sequences: stops };
  const sampling = data?.sampling ?? 'either';
  if (sampling === 'none' || isThinking) return stopping;
  const temperature = typeof body.temperature === 'number' ? { temperature: Math.min(body.temperature, 1) } : {};
  const isSet = 'temperature' in temperature && sampling === 'either';
  const topP = typeof body.top_p === 'number' && !isSet ? { top_p: body.top_p } : {};
  const topK = typeof body.top_k === 'number' ? { top_k: body.top_k } : {};
  return { ...stopping, ...temperature, ...topP, ...topK };
}
