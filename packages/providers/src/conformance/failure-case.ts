import type { Failure, FailureKind, FailureScope } from '@palimpsest/domain';
import { classOf } from '@palimpsest/domain';
import { expect } from 'vitest';
import type { Provider } from '../provider.ts';

/** What a provider answered, and what it is. A body that is no text is JSON; `headers` are lower-case. */
export type Case = readonly [
  promise: string,
  answered: { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown },
  kind: FailureKind,
  scope: FailureScope,
  more?: Partial<Pick<Failure, 'retryAfterMs' | 'resets' | 'unclear'>> & { readonly code?: string | null },
];

/** OpenAI's envelope. */
export const openAiError = (
  status: number,
  message: string,
  code: string | null = null,
  type = 'invalid_request_error',
  headers: Readonly<Record<string, string>> = {},
) => ({ status, headers, body: { error: { message, type, param: null, code } } });

/** Classifies what was answered, and holds it against what the case promises. */
export function expectFailure(provider: Provider, [, answered, kind, scope, more]: Case): void {
  const { code, ...rest } = more ?? {};
  const body = typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body);
  const failure = provider.classify({ at: 'response', status: answered.status, headers: answered.headers ?? {}, body });
  expect(failure).toMatchObject({ kind, scope, ...rest });
  expect(failure.answer === undefined).toBe(classOf({ kind }) !== 'fatal');
  if (code !== undefined) expect(failure.answer?.code).toBe(code);
}
