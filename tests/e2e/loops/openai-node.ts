import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { type ClientLoops, type Place, weatherOf } from './client-loops.ts';

const clientOf = ({ baseURL, apiKey }: Place): OpenAI => new OpenAI({ baseURL, apiKey });

/** OpenAI's own client for Node.js. */
export const openaiNode: ClientLoops = {
  client: 'openai',
  async toolLoop(place) {
    const cities: string[] = [];
    const runner = clientOf(place).chat.completions.runTools({
      model: place.model,
      messages: [{ role: 'user', content: 'How is the weather in Wien and Graz?' }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'The weather of a city',
            parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
            parse: JSON.parse as (text: string) => { city: string },
            function: ({ city }: { city: string }) => {
              cities.push(city);
              return weatherOf(city);
            },
          },
        },
      ],
    });
    return { text: (await runner.finalContent()) ?? '', cities };
  },
  async structuredOutput(place) {
    const completion = await clientOf(place).chat.completions.parse({
      model: place.model,
      messages: [{ role: 'user', content: 'Plan a trip.' }],
      response_format: zodResponseFormat(z.object({ city: z.string(), days: z.int() }), 'trip'),
    });
    return completion.choices[0]?.message.parsed;
  },
  async imageQuestion(place, png) {
    const completion = await clientOf(place).chat.completions.create({
      model: place.model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          ],
        },
      ],
    });
    return completion.choices[0]?.message.content ?? '';
  },
  async stream(place) {
    const stream = await clientOf(place).chat.completions.create({
      model: place.model,
      messages: [{ role: 'user', content: 'Tell me a story.' }],
      stream: true,
    });
    let text = '';
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    return text;
  },
};
