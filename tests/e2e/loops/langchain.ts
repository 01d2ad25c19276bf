import { HumanMessage, type ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { type ClientLoops, type Place, weatherOf } from './client-loops.ts';

const modelOf = ({ baseURL, apiKey, model }: Place): ChatOpenAI =>
  new ChatOpenAI({ model, apiKey, configuration: { baseURL }, useResponsesApi: false });

/** LangChain for JavaScript. */
export const langchain: ClientLoops = {
  client: 'langchain',
  async toolLoop(place) {
    const cities: string[] = [];
    const weather = tool(
      ({ city }) => {
        cities.push(city);
        return weatherOf(city);
      },
      { name: 'weather', description: 'The weather of a city', schema: z.object({ city: z.string() }) },
    );
    const model = modelOf(place).bindTools([weather]);
    const messages: (HumanMessage | ToolMessage | Awaited<ReturnType<typeof model.invoke>>)[] = [
      new HumanMessage('How is the weather in Wien and Graz?'),
    ];
    for (;;) {
      const answer = await model.invoke(messages);
      messages.push(answer);
      const calls = answer.tool_calls ?? [];
      if (calls.length === 0) return { text: answer.text, cities };
      for (const call of calls) messages.push(await weather.invoke({ ...call, type: 'tool_call' }));
    }
  },
  structuredOutput: (place) =>
    modelOf(place)
      .withStructuredOutput(z.object({ city: z.string(), days: z.int() }), { name: 'trip', method: 'jsonSchema' })
      .invoke('Plan a trip.'),
  async imageQuestion(place, png) {
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${png}` } },
    ];
    return (await modelOf(place).invoke([new HumanMessage({ content })])).text;
  },
  async stream(place) {
    let text = '';
    for await (const chunk of await modelOf(place).stream('Tell me a story.')) text += chunk.text;
    return text;
  },
};
