import { setTimeout as wait } from 'node:timers/promises';
import OpenAI from 'openai';

/** One request of the demo's client and what came of it. */
export type Told = { readonly title: string; readonly requestId: string; readonly answer: string };

const KNOWN_WITHIN_MS = 5_000;

/**
 * An OpenAI client as anybody would write it: only base URL and key are the gateway's. Asks three times, the last time as a stream,
 * and hands on what it got each time.
 */
export async function* askThrice(proxyUrl: string, gatewayKey: string): AsyncGenerator<Told> {
  const client = new OpenAI({ baseURL: `${proxyUrl}/v1`, apiKey: gatewayKey });
  await untilKnown(client);
  const messages = [{ role: 'user' as const, content: 'What is a palimpsest?' }];
  const idOf = (response: Response) => response.headers.get('x-request-id') ?? '';

  for (const title of ['the free key answers', 'the free key is limited, the paid one answers']) {
    const { data, response } = await client.chat.completions.create({ model: 'smart', messages }).withResponse();
    yield { title, requestId: idOf(response), answer: data.choices[0]?.message.content ?? '' };
  }

  const { data, response } = await client.chat.completions
    .create({ model: 'smart', messages, stream: true })
    .withResponse();
  let answer = '';
  for await (const chunk of data) answer += chunk.choices[0]?.delta.content ?? '';
  yield {
    title: 'a stream: the paid key breaks off in the middle, Claude answers whole',
    requestId: idOf(response),
    answer,
  };
}

/** A new user holds in every proxy within a second. */
async function untilKnown(client: OpenAI): Promise<void> {
  const deadline = Date.now() + KNOWN_WITHIN_MS;
  for (;;) {
    try {
      await client.models.list();
      return;
    } catch (error) {
      if (!(error instanceof OpenAI.AuthenticationError) || Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}
