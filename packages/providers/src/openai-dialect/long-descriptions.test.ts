import type { ChatBody, ChatMessage } from '@palimpsest/domain';
import { describe, expect, it } from 'vitest';
import { exampleCall, sentBody } from '../conversation/example-call.ts';
import { providers } from '../index.ts';

const long = `${'a'.repeat(1500)} the end`;
const tool = (name: string, description: string) => ({ type: 'function', function: { name, description } }) as const;
const ask: ChatMessage = { role: 'user', content: 'Hi' };

type Sent = {
  readonly tools: readonly { readonly function: { readonly description: string } }[];
  readonly messages: readonly ChatMessage[];
};
const send = (body: Partial<ChatBody>, host?: string): Sent => {
  const call = { ...exampleCall('gpt-4o', body), ...(host === undefined ? {} : { host }) };
  return sentBody(
    providers[host === undefined ? 'openai' : 'openai_compatible'].toNative(call, 's'),
  ) as unknown as Sent;
};

describe.each([
  ['OpenAI', undefined],
  ['Azure', 'ours.openai.azure.com'],
])('a description of a function that is too long for %s', (_, host) => {
  it('is cut, and told whole in a system message before all others', () => {
    const { tools, messages } = send({ tools: [tool('f', long), tool('g', 'short')] }, host);
    expect(tools[0]?.function.description.length).toBeLessThanOrEqual(1024);
    expect(tools[0]?.function.description).toMatch(/^a+ … \(whole in the first system message\)$/);
    expect(tools[1]).toEqual(tool('g', 'short'));
    expect(messages).toEqual([{ role: 'system', content: expect.stringContaining(`f: ${long}`) }, ask]);
  });

  it('is not cut between the halves of a character', () => {
    const faces = '🙂'.repeat(900);
    for (const description of [faces, `x${faces}`]) {
      const [cut] = send({ tools: [tool('f', description)] }, host).tools;
      expect(cut?.function.description.isWellFormed()).toBe(true);
    }
  });

  it('is cut in the form of before tools, too', () => {
    const functions = [{ name: 'f', description: long }];
    const sent = JSON.stringify(send({ functions }, host));
    expect(sent.split(long)).toHaveLength(2);
    expect(sent).toContain('"functions":[{"name":"f","description":"aaa');
  });
});

it('a description that fits, and one for a server of which nothing is known, go out as they came', () => {
  const fits = [tool('f', 'a'.repeat(1024))];
  expect(send({ tools: fits })).toMatchObject({ tools: fits, messages: [ask] });
  const any = [tool('f', long)];
  expect(send({ tools: any }, 'localhost:8000')).toMatchObject({ tools: any, messages: [ask] });
});
