import type { JsonObject } from '@palimpsest/domain';
import type { ModelData, ThinkingLevel } from './model-data.ts';

/** Tokens of thinking for the models that take a budget. */
const budgets: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 32_768,
};

/** From the weakest up; where a model has no such level the next stronger one is taken. */
const levels: Readonly<Record<string, ThinkingLevel>> = {
  none: 'MINIMAL',
  minimal: 'MINIMAL',
  low: 'LOW',
  medium: 'MEDIUM',
  high: 'HIGH',
  xhigh: 'HIGH',
  max: 'HIGH',
};
const order: readonly ThinkingLevel[] = ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'];

/** `thinkingConfig` for OpenAI's `reasoning_effort`, cut to what the model takes; a budget and a level are never sent together. The thoughts are shown. */
export function convertThinking(effort: string | null | undefined, data: ModelData): JsonObject | undefined {
  const { thinking } = data;
  if (effort === null || effort === undefined || thinking === undefined) return undefined;
  switch (thinking.by) {
    case 'budget': {
      const wished = budgets[effort];
      if (wished === undefined) return undefined;
      if (wished === 0 && thinking.canBeOff) return { thinkingBudget: 0 };
      return { thinkingBudget: Math.min(Math.max(wished, thinking.min), thinking.max), includeThoughts: true };
    }
    case 'level': {
      const wished = levels[effort];
      if (wished === undefined) return undefined;
      const level = thinking.levels.find((candidate) => order.indexOf(candidate) >= order.indexOf(wished));
      return level === undefined ? undefined : { thinkingLevel: level, includeThoughts: true };
    }
  }
}
