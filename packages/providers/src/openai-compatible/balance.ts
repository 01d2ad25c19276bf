import { isJsonObject, parseJson } from '@palimpsest/domain';
import type { BalanceReader } from '../balances/balance-reader.ts';

/** DeepSeek's `GET /user/balance`: several currencies as texts, and one word that decides (api-docs.deepseek.com). */
export const deepSeekBalance: BalanceReader = {
  root: (baseUrl) => new URL(baseUrl).origin,
  request: (secret) => ({ method: 'GET', path: '/user/balance', headers: { authorization: `Bearer ${secret}` } }),
  read(body) {
    const answer = parseJson(body);
    if (!isJsonObject(answer) || typeof answer.is_available !== 'boolean') return undefined;
    return {
      told: [],
      exhausted: answer.is_available ? undefined : { reason: 'no balance left', resetsInMs: null },
    };
  },
  // The service knows no quota but the balance.
  ends: () => true,
};
