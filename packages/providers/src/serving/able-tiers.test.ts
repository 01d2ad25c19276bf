import { type Ask, GatewayError, type PoolMember, type ProviderName, providerKeyId } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { ableTiers } from './able-tiers.ts';

let made = 0;
const member = (provider: ProviderName, upstreamModel: string, more: Partial<PoolMember['key']> = {}): PoolMember => {
  const id = providerKeyId(`key_${++made}`);
  const key = {
    id,
    name: id,
    provider,
    baseUrl: `https://${provider}.example/v1`,
    vendor: provider,
    models: [],
    quotaGroup: undefined,
    limits: [],
    timeouts: {},
    enabled: true,
    secret: 's',
    listedModels: [],
    ...more,
  };
  return { key, upstreamModel };
};

const chat = (...content: readonly { readonly type: string }[]): Ask => ({
  operation: 'chat',
  body: { model: 'asked', messages: [{ role: 'user', content }] },
});
const text = { type: 'text', text: 'look' };
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const uploaded = { type: 'file', file: { file_id: 'file-1' } };

describe('where a request can go', () => {
  it('is everywhere, and the same tiers, where nothing speaks against it', () => {
    const tiers = [[member('openai', 'gpt-4o')], [member('anthropic', 'claude-opus-5')]];
    expect(ableTiers(tiers, chat(text, image), 10)).toEqual({ tiers, unable: [] });
    expect((ableTiers(tiers, chat(text), 10) as { tiers: unknown }).tiers).toBe(tiers);
  });

  it('is without the models that lack what it needs, which are named', () => {
    const blind = member('openai', 'gpt-3.5-turbo');
    const seeing = member('openai', 'gpt-4o');
    expect(ableTiers([[blind, seeing]], chat(text, image), 10)).toEqual({ tiers: [[seeing]], unable: [blind] });
  });

  it('is without the providers whose tables refuse one of its parts', () => {
    const tiers = [[member('gemini', 'gemini-2.5-pro')], [member('openai', 'gpt-4o')]];
    expect(ableTiers(tiers, chat(uploaded), 10)).toEqual({ tiers: [[], tiers[1]], unable: tiers[0] });
  });

  it('is without the windows that its prompt does not fit into, where there are wider ones', () => {
    const narrow = member('openai', 'gpt-3.5-turbo');
    const wide = member('openai', 'gpt-4.1');
    expect(ableTiers([[narrow], [wide]], chat(text), 100_000)).toEqual({ tiers: [[], [wide]], unable: [narrow] });
    expect(ableTiers([[narrow]], chat(text), 100_000)).toEqual({ tiers: [[narrow]], unable: [] });
  });

  it('is nowhere, for the field at fault, where all of them do', () => {
    const tiers = [[member('anthropic', 'claude-opus-5')], [member('gemini', 'gemini-2.5-pro')]];
    const error = ableTiers(tiers, chat(text, uploaded), 10);
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({ status: 400, options: { param: 'messages[0].content[1].file.file_id' } });
  });
});

describe('what exists in one account alone', () => {
  const aloud: Ask = {
    operation: 'chat',
    body: { model: 'asked', messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] },
  };

  it.each([
    ['an uploaded file', chat(text, uploaded), 'messages[0].content[1].file.file_id'],
    ['an answer that was spoken', aloud, 'messages[0].audio.id'],
  ])('%s goes to the only account there is, and nowhere where there are two', (_, ask, param) => {
    const one = [[member('openai', 'some-model'), member('openai', 'some-model', { enabled: false })]];
    expect(ableTiers(one, ask, 10)).toHaveProperty('tiers', one);
    const two = [[member('openai', 'some-model'), member('openai', 'some-model')]];
    const refused = ableTiers(two, ask, 10);
    expect(refused).toMatchObject({ status: 400, options: { param, upstream: { code: 'unsupported_value' } } });
    expect((refused as GatewayError).publicMessage).toContain('keys of 2 accounts');
  });

  it('goes to any key of one quota group', () => {
    const group = { quotaGroup: 'acme' };
    const tiers = [[member('openai', 'gpt-4o', group), member('openai', 'gpt-4o', group)]];
    expect(ableTiers(tiers, chat(uploaded), 10)).toHaveProperty('tiers', tiers);
  });

  it('a file that is sent whole goes to every account', () => {
    const sent = { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERg==', filename: 'a.pdf' } };
    const tiers = [[member('openai', 'gpt-4o'), member('openai', 'gpt-4o')]];
    expect(ableTiers(tiers, chat(sent), 10)).toHaveProperty('tiers', tiers);
  });
});
