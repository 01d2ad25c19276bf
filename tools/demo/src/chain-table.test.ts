import { expect, test } from 'vitest';
import { chainTable } from './chain-table.ts';

test('a chain is shown attempt by attempt, under the names of the keys', () => {
  const chain = [
    {
      key: 'key_1',
      provider: 'openai',
      model: 'gpt-4o-mini',
      class: 'transient',
      status: 429,
      reason: 'requests per minute',
      latency_ms: 11.6,
    },
    {
      key: 'key_2',
      provider: 'anthropic',
      model: 'claude',
      class: 'success',
      status: null,
      reason: null,
      latency_ms: 8,
    },
  ];
  expect(chainTable({ chain }, new Map([['key_1', 'free']]))).toEqual([
    '   provider   key    model        class      status  reason               ms',
    '1  openai     free   gpt-4o-mini  transient  429     requests per minute  12',
    '2  anthropic  key_2  claude       success    -                            8',
  ]);
});
