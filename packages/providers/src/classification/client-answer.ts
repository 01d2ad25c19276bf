import { classOf, type Failure, type Json, type JsonObject } from '@palimpsest/domain';
import { redact } from '../redact.ts';
import type { Facts } from './facts.ts';
import type { RuleVerdict } from './rule.ts';

const maxMessageLength = 2000;
const maxWordLength = 200;

const isWord = (value: Json | undefined): value is string =>
  typeof value === 'string' && value !== '' && !/^\d+$/.test(value);

/** OpenAI's type of an error with this status. */
const typeOf = (status: number | null): string => (status === 403 ? 'permission_error' : 'invalid_request_error');

/** The innermost layer that holds the member: the one closest to the fault. */
const innermost = (layers: readonly JsonObject[], member: string): string | null => {
  const layer = layers.findLast((candidate) => isWord(candidate[member]));
  const value = layer?.[member];
  return isWord(value) ? redact(value.slice(0, maxWordLength)) : null;
};

/**
 * What the client sees of a fatal failure: the provider's message without secrets, OpenAI's type and code.
 * Codes that are statuses (`400`) are no codes of OpenAI's and become `null`.
 */
export function clientAnswer(verdict: RuleVerdict, facts: Facts): Failure['answer'] {
  if (classOf(verdict) !== 'fatal') return undefined;
  return {
    ...(verdict.status === undefined ? {} : { status: verdict.status }),
    type: typeOf(verdict.status ?? facts.status),
    param: verdict.param ?? innermost(facts.layers, 'param'),
    code: verdict.code ?? innermost(facts.layers, 'code'),
    message:
      redact(facts.message.slice(0, 2 * maxMessageLength)).slice(0, maxMessageLength) ||
      'The provider refused the request.',
  };
}
