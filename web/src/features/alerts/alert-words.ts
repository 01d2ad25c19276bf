import type { Alert } from '../../api/schema.gen.ts';

const kinds: Readonly<Record<string, string>> = {
  low_capacity: 'Low capacity',
  key_anomaly: 'Key anomaly',
  error_rate: 'Error rate',
  unpriced_model: 'Model without a price',
  unreadable_key: 'Unreadable key',
} satisfies Record<Alert['kind'], string>;

/** What a kind of alert is called; a kind of a later gateway is called as it is. */
export const alertKind = (kind: string): string => kinds[kind] ?? kind;

export const alertColor: Readonly<Record<Alert['state'], string>> = {
  open: 'red',
  acknowledged: 'yellow',
  ended: 'gray',
};

/** What a state means, for who points at it. */
export const alertMeaning: Readonly<Record<Alert['state'], string>> = {
  open: 'It is still so, and nobody has said that it was seen.',
  acknowledged: 'It is still so, and an operator has seen it.',
  ended: 'It is over.',
};
