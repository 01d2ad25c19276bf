import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, Output, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { type ClientLoops, type Place, weatherOf } from './client-loops.ts';

const modelOf = ({ baseURL, apiKey, model }: Place) =>
  createOpenAICompatible({ name: 'palimpsest', baseURL, apiKey, supportsStructuredOutputs: true })(model);

/** The AI SDK of Vercel. */
export const vercel: ClientLoops = {
  client: 'ai',
  async toolLoop(place) {
    const cities: string[] = [];
    const weather = tool({
      description: 'The weather of a city',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => {
        cities.push(city);
        return weatherOf(city);
      },
    });
    const { text } = await generateText({
      model: modelOf(place),
      tools: { weather },
      stopWhen: stepCountIs(5),
      prompt: 'How is the weather in Wien and Graz?',
    });
    return { text, cities };
  },
  async structuredOutput(place) {
    const { output } = await generateText({
      model: modelOf(place),
      output: Output.object({ schema: z.object({ city: z.string(), days: z.int() }) }),
      prompt: 'Plan a trip.',
    });
    return output;
  },
  async imageQuestion(place, png) {
    const { text } = await generateText({
      model: modelOf(place),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'file', data: Buffer.from(png, 'base64'), mediaType: 'image/png' },
          ],
        },
      ],
    });
    return text;
  },
  async stream(place) {
    const { textStream } = streamText({ model: modelOf(place), prompt: 'Tell me a story.' });
    let text = '';
    for await (const piece of textStream) text += piece;
    return text;
  },
};
