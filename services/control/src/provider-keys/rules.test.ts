import { providerKeyId } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { changeKey, completeKey, type KeyInput } from './rules.ts';

const id = providerKeyId('key_1');
const input: KeyInput = {
  name: 'free',
  provider: 'openai',
  models: [],
  baseUrl: null,
  vendor: null,
  quotaGroup: null,
  limits: [],
  timeouts: {},
  enabled: true,
};
const complete = (part: Partial<KeyInput>) => completeKey(id, { ...input, ...part });
const changed = (part: Partial<KeyInput>, change: Parameters<typeof changeKey>[1]) => {
  const checked = complete(part);
  if (!('value' in checked)) throw new Error('not a key');
  return changeKey(checked.value, change);
};

describe('a new key', () => {
  it('takes the address and vendor of its provider', () => {
    expect(complete({ provider: 'anthropic' })).toMatchObject({
      value: { baseUrl: 'https://api.anthropic.com', vendor: 'anthropic', quotaGroup: undefined },
    });
  });

  it('of any compatible server needs an address and models, and is its own vendor', () => {
    expect(complete({ provider: 'openai_compatible' })).toEqual({
      faults: [
        { path: 'base_url', message: expect.stringContaining('required') },
        { path: 'models', message: expect.stringContaining('at least one') },
      ],
    });
    expect(complete({ provider: 'openai_compatible', baseUrl: 'http://localhost:1/v1', models: ['m'] })).toMatchObject({
      value: { vendor: 'http://localhost:1' },
    });
  });
});

describe('a changed key', () => {
  it('keeps what the change does not name', () => {
    const part = { quotaGroup: 'project-1', vendor: 'azure', baseUrl: 'https://a.example/v1' };
    expect(changed(part, { name: 'paid' })).toMatchObject({ value: { name: 'paid', ...part } });
  });

  it('takes the default back for null', () => {
    const part = { quotaGroup: 'project-1', vendor: 'azure', baseUrl: 'https://a.example/v1' };
    expect(changed(part, { quotaGroup: null, vendor: null, baseUrl: null })).toMatchObject({
      value: { quotaGroup: undefined, vendor: 'openai', baseUrl: 'https://api.openai.com/v1' },
    });
  });

  it('moves a default vendor with its address, and is refused where a rule breaks', () => {
    const part = { provider: 'openai_compatible', baseUrl: 'http://localhost:1/v1', models: ['m'] } as const;
    expect(changed(part, { baseUrl: 'http://localhost:2/v1' })).toMatchObject({
      value: { vendor: 'http://localhost:2' },
    });
    expect(changed(part, { baseUrl: null })).toMatchObject({ faults: [{ path: 'base_url' }] });
    expect(changed(part, { models: [] })).toMatchObject({ faults: [{ path: 'models' }] });
  });
});
