import type { JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { badRequest } from './error-body.ts';
import { refuseMessages } from './refuse-messages.ts';
import { refuseThinking } from './refuse-thinking.ts';

/** The parameters of `POST /v1/messages`. @see https://docs.claude.com/en/api/messages */
const parameters = new Set(
  `container context_management max_tokens mcp_servers messages metadata model output_config service_tier stop_sequences
  stream system temperature thinking tool_choice tools top_k top_p`.split(/\s+/),
);

/** What Anthropic would answer instead of a message. */
export function refuseRequest(body: JsonObject): Refusal | undefined {
  if (typeof body.model !== 'string') return badRequest('model: Field required');
  if (body.max_tokens === undefined) return badRequest('max_tokens: Field required');
  if (!Number.isInteger(body.max_tokens)) return badRequest('max_tokens: Input should be a valid integer');
  if ((body.max_tokens as number) < 1) return badRequest('max_tokens: must be greater than or equal to 1');
  const unknown = Object.keys(body).find((name) => !parameters.has(name));
  if (unknown !== undefined) return badRequest(`${unknown}: Extra inputs are not permitted`);
  return refuseMessages(body.messages) ?? refuseThinking(body) ?? refuseSampling(body, body.model) ?? refuseTools(body);
}

function refuseSampling(body: JsonObject, model: string): Refusal | undefined {
  const { temperature, top_p, stop_sequences } = body;
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1)) {
    return badRequest('temperature: range: 0..1');
  }
  if (temperature !== undefined && top_p !== undefined && /-4-[5-9]/.test(model)) {
    return badRequest('`temperature` and `top_p` cannot both be specified for this model. Please use only one.');
  }
  if (Array.isArray(stop_sequences) && stop_sequences.some((stop) => String(stop).trim() === '')) {
    return badRequest('stop_sequences: each stop sequence must contain non-whitespace');
  }
  return undefined;
}

function refuseTools(body: JsonObject): Refusal | undefined {
  const used = /"type":"tool_(use|result)"/.test(JSON.stringify(body.messages));
  if (used && body.tools === undefined) {
    return badRequest('Requests which include `tool_use` or `tool_result` blocks must define tools.');
  }
  if (body.tool_choice !== undefined && body.tools === undefined) {
    return badRequest('tool_choice: may only be specified while providing tools.');
  }
  for (const [at, tool] of ((body.tools ?? []) as readonly JsonObject[]).entries()) {
    if (typeof tool.name !== 'string' || !/^[a-zA-Z0-9_-]{1,128}$/.test(tool.name)) {
      return badRequest(`tools.${at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`);
    }
    const schema = tool.input_schema as JsonObject | undefined;
    if (schema === undefined) return badRequest(`tools.${at}.custom.input_schema: Field required`);
    if (schema.type !== 'object') return badRequest(`tools.${at}.custom.input_schema.type: Input should be 'object'`);
  }
  return undefined;
}
