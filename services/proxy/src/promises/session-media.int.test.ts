import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

let proxy: ProxyUnderTest;
beforeAll(async () => {
  proxy = await startProxyUnderTest();
  for (const [provider, model] of models) {
    const key = proxy.key(provider, { models: [model] });
    proxy.providers[provider].plays(key.secret, answer('fine'));
    secrets.set(model, key.secret);
  }
});
afterAll(() => proxy.stop());

/** One that sees and hears, one that sees, one that does neither. */
const models = [
  ['gemini', 'gemini-2.5-flash'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai', 'gpt-3.5-turbo'],
] as const;
const secrets = new Map<string, string>();
const providerOf = new Map(models.map(([provider, model]) => [model as string, provider]));

const text = { type: 'text', text: 'look' };
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const audio = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } };
const bitmap = { type: 'image_url', image_url: { url: 'data:image/bmp;base64,Qk0=' } };

/** A session that began with these parts at the model that takes them all. */
async function sessionWith(...parts: readonly object[]) {
  const caller = proxy.user();
  const headers = { 'x-session-id': 'media' };
  const ask = async (model: string, ...messages: readonly object[]) => {
    const response = await proxy.chat(caller, { model, messages }, headers);
    return { status: response.status, body: (await response.json()) as { error?: { message: string; param: string } } };
  };
  const sent = (model: string) => {
    const provider = providerOf.get(model) ?? 'openai';
    return proxy.providers[provider].calls(secrets.get(model) ?? '').at(-1)?.body.messages;
  };
  expect((await ask('gemini-2.5-flash', { role: 'user', content: parts })).status).toBe(200);
  return { ask, sent };
}
const next = { role: 'user', content: 'and now?' };

describe('a session whose turns hold what the next model does not take', () => {
  it('goes on without that, and with all else that was said', async () => {
    const { ask, sent } = await sessionWith(text, image, audio);
    expect((await ask('gpt-3.5-turbo', next)).status).toBe(200);
    expect(sent('gpt-3.5-turbo')).toEqual([
      { role: 'user', content: [text] },
      { role: 'assistant', content: 'fine' },
      next,
    ]);
  });

  it('keeps what the model does take, and says so where nothing else was said', async () => {
    const { ask, sent } = await sessionWith(audio);
    await ask('gemini-2.5-flash', { role: 'user', content: [image] });
    expect((await ask('claude-sonnet-4-5', next)).status).toBe(200);
    const told = JSON.stringify(sent('claude-sonnet-4-5'));
    expect(told).toContain('[audio left out: this model does not take it]');
    expect(told).toContain('iVBORw0KGgo=');
  });

  it('has it again for a model that takes it', async () => {
    const { ask } = await sessionWith(text, image);
    await ask('gpt-3.5-turbo', next);
    await ask('gemini-2.5-flash', next);
    const call = proxy.providers.gemini.calls(secrets.get('gemini-2.5-flash') ?? '').at(-1);
    expect(JSON.stringify(call?.body)).toContain('iVBORw0KGgo=');
  });

  it('is refused by the field that the client sent, where the request itself holds such a thing', async () => {
    const { ask } = await sessionWith(text, image);
    const system = { role: 'system', content: 'be brief' };
    const { status, body } = await ask('gpt-3.5-turbo', system, { role: 'user', content: [text, image] });
    expect([status, body.error?.param]).toEqual([400, 'messages[1].content[1]']);
  });

  it('is refused with a way to go on, where it is found only in the words of the provider', async () => {
    const { ask } = await sessionWith(text);
    const key = proxy.key('openai', { models: ['gpt-4o'] });
    proxy.providers.openai.plays(key.secret, answer('fine'));
    expect((await ask('gpt-4o', { role: 'user', content: [bitmap] })).status).toBe(200);
    const { status, body } = await ask('claude-sonnet-4-5', next);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ message: expect.stringContaining('another X-Session-ID'), param: null });
  });
});
