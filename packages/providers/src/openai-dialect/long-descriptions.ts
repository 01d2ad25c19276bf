import { type ChatBody, type ChatMessage, isJsonObject, type JsonObject } from '@palimpsest/domain';

/**
 * Changes to a body whose functions are described at greater length than the server takes: the description is cut, and told whole in a
 * system message before all others. Nothing where all fit. `most`: UTF-16 units, of which a text has at least as many as characters.
 */
export function shortDescriptions(body: ChatBody, messages: readonly ChatMessage[], most: number): JsonObject {
  const whole: string[] = [];

  function shorten(declared: JsonObject): JsonObject {
    const { name, description } = declared;
    if (typeof name !== 'string' || typeof description !== 'string' || description.length <= most) return declared;
    whole.push(`${name}: ${description}`);
    // Half of a surrogate pair at the cut would be no character.
    const head = description.slice(0, most - rest.length).replace(/[\uD800-\uDBFF]$/, '');
    return { ...declared, description: `${head}${rest}` };
  }

  const tools = body.tools?.map((tool) => (isJsonObject(tool.function) ? shortTool(tool) : tool));
  const functions = Array.isArray(body.functions)
    ? body.functions.map((one) => (isJsonObject(one) ? shorten(one) : one))
    : undefined;
  if (whole.length === 0) return {};
  const told: ChatMessage = { role: 'system', content: `${opening}\n\n${whole.join('\n\n')}` };
  return {
    ...(tools === undefined ? {} : { tools }),
    ...(functions === undefined ? {} : { functions }),
    messages: [told, ...messages],
  };

  function shortTool(tool: JsonObject): JsonObject {
    const declared = tool.function as JsonObject;
    const short = shorten(declared);
    return short === declared ? tool : { ...tool, function: short };
  }
}

const rest = ' … (whole in the first system message)';
const opening = 'Functions whose descriptions are cut, with their whole descriptions:';
