import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownTo, openScene, type Scene, type ScenicUser } from './house/scene.ts';
import { weatherOf } from './loops/client-loops.ts';
import { langchain } from './loops/langchain.ts';
import { openaiNode } from './loops/openai-node.ts';
import { pythonLoops, stopPython } from './loops/python.ts';
import { vercel } from './loops/vercel.ts';

let scene: Scene;
let user: ScenicUser;
beforeAll(async () => {
  scene = await openScene();
  user = await scene.user();
});
afterAll(async () => {
  stopPython();
  await scene.close();
});

/** A model of each provider that can do all of it. */
const places = [
  ['openai', 'gpt-4o'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['gemini', 'gemini-2.5-flash'],
  ['openrouter', 'openai/gpt-4o'],
] as const;

/** One pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.each([openaiNode, vercel, langchain, ...pythonLoops].map((loops) => [loops.client, loops] as const))(
  'the client %s, unmodified',
  (client, loops) => {
    describe.each(places)('at %s', (provider, upstream) => {
      /** A key that plays these steps, under a name that no other test uses. */
      async function place(loop: string, steps: Parameters<Scene['key']>[1]) {
        const model = `${scene.model}-${client}-${provider}-${loop}`;
        const key = await scene.key(provider, steps, { models: [{ name: model, upstream }] });
        // Some clients do not ask again.
        await knownTo(scene.proxyUrl, user.gatewayKey, model);
        return { key, at: { baseURL: `${scene.proxyUrl}/v1`, apiKey: user.gatewayKey, model } };
      }

      test('loops over tools until there is an answer', async () => {
        const { key, at } = await place('tools', [
          answer({
            toolCalls: [
              { name: 'weather', arguments: { city: 'Wien' } },
              { name: 'weather', arguments: { city: 'Graz' } },
            ],
          }),
          answer('mild in both'),
        ]);
        expect(await loops.toolLoop(at)).toEqual({ text: 'mild in both', cities: ['Wien', 'Graz'] });
        expect(key.calls().map((call) => call.status)).toEqual([200, 200]);
        for (const city of ['Wien', 'Graz']) expect(JSON.stringify(key.calls()[1]?.body)).toContain(weatherOf(city));
      });

      test('gets an object of its schema', async () => {
        const { key, at } = await place('object', [answer('{"city":"Wien","days":3}')]);
        expect(await loops.structuredOutput(at)).toEqual({ city: 'Wien', days: 3 });
        expect(JSON.stringify(key.calls()[0]?.body)).toMatch(/"days":\{[^}]*"integer"/);
      });

      test('asks about an image', async () => {
        const { key, at } = await place('image', [answer('a pixel')]);
        expect(await loops.imageQuestion(at, png)).toBe('a pixel');
        expect(JSON.stringify(key.calls()[0]?.body)).toContain(png);
      });

      test('reads a stream', async () => {
        const { at } = await place('stream', [answer({ text: ['once ', 'upon ', 'a time'] })]);
        expect(await loops.stream(at)).toBe('once upon a time');
      });
    });
  },
);
