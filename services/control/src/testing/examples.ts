import { randomId } from '@palimpsest/testkit';

/** A valid new key with a secret of its own; `change` takes the place of its members. */
export const newKey = (change: Readonly<Record<string, unknown>> = {}) => ({
  name: 'free',
  provider: 'openai',
  secret: randomId('sk'),
  ...change,
});

export const unknownId = (kind: string): string => randomId(kind);
