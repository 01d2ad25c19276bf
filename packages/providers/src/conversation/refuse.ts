import type { Refusal } from '../provider.ts';

/** Refuses a request for one of its fields. `param` is the field as OpenAI names it (`messages[2].content[0]`), `code` one of OpenAI's. */
export const refuse = (
  param: string,
  message: string,
  code: 'unsupported_parameter' | 'unsupported_value' | 'invalid_value' = 'unsupported_value',
): Refusal => ({ refused: { param, message, code } });

export const isRefusal = (value: object | string | undefined): value is Refusal =>
  typeof value === 'object' && 'refused' in value;

/** All converted, or the first refusal among them. */
export function allOrRefusal<T extends object>(converted: readonly (T | Refusal)[]): readonly T[] | Refusal {
  const kept: T[] = [];
  for (const item of converted) {
    if (isRefusal(item)) return item;
    kept.push(item);
  }
  return kept;
}
