import type { JsonObject } from '@palimpsest/domain';
import type { ModelData } from './model-data.ts';

/** `thinking` and the effort to go with it; neither where the model is to answer at once. */
export type NativeThinking = { readonly thinking: JsonObject | undefined; readonly effort: string | undefined };

const off: NativeThinking = { thinking: undefined, effort: undefined };

/** Tokens of thinking for the models that take a budget. */
const budgets: Readonly<Record<string, number>> = { low: 4096, medium: 8192, high: 24_576, xhigh: 32_768, max: 32_768 };
const minBudget = 1024;

/**
 * OpenAI's `reasoning_effort` for this model. `limit` is the answer's limit in tokens, thinking included, which is never raised:
 * the budget stays below it and leaves a fifth for the answer. `isLooping`: the last turn brings results of tools, whose calls came
 * without signed thinking; models with a budget refuse to go on without it.
 */
export function convertThinking(
  effort: string | null | undefined,
  data: ModelData | undefined,
  limit: number,
  isLooping: boolean,
): NativeThinking {
  if (effort === null || effort === undefined || data === undefined) return off;
  switch (data.thinking) {
    case 'none':
      return off;
    case 'budget': {
      const budget = Math.min(budgets[effort] ?? 0, Math.floor(limit * 0.8));
      if (budget < minBudget || isLooping) return off;
      return { thinking: { type: 'enabled', budget_tokens: budget }, effort: undefined };
    }
    case 'adaptive':
      if (effort === 'none') return { thinking: { type: 'disabled' }, effort: undefined };
      return { thinking: adaptive, effort: effortFor(effort, data) };
    case 'always':
      return { thinking: adaptive, effort: effort === 'none' ? 'low' : effortFor(effort, data) };
  }
}

/** Without `display` the newer models send their thinking empty. */
const adaptive: JsonObject = { type: 'adaptive', display: 'summarized' };

function effortFor(effort: string, data: ModelData): string | undefined {
  switch (effort) {
    case 'minimal':
    case 'low':
      return 'low';
    case 'medium':
    case 'high':
      return effort;
    case 'xhigh':
    case 'max':
      return data.highEfforts ? effort : 'high';
    default:
      return undefined;
  }
}
