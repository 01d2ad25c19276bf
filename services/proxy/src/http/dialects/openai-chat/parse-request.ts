import { isUtf8 } from 'node:buffer';
import {
  type Ask,
  type ChatBody,
  GatewayError,
  isJsonObject,
  type Json,
  type JsonObject,
  WrittenOnce,
} from '@palimpsest/domain';
import { deepest, readJsonObject, tooDeep } from '../read-json.ts';
import {
  between,
  boolean,
  type Check,
  checkFields,
  fault,
  modelName,
  object,
  oneOf,
  optional,
  text,
  wholeBetween,
} from './check.ts';
import { checkMessages } from './check-messages.ts';
import { type Outline, outlineOf } from './outline.ts';

const wholeFromOne = wholeBetween(1, Number.MAX_SAFE_INTEGER);
const stop: Check = (value, param) => {
  const stops = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(stops) || !stops.every((entry) => typeof entry === 'string'))
    return fault(param, `'${param}' must be a string or an array of strings.`);
  return stops.length <= 4 ? undefined : fault(param, `'${param}' may hold at most 4 strings, not ${stops.length}.`);
};

const tools: Check = (value, param) => {
  if (!Array.isArray(value)) return fault(param, `'${param}' must be an array of tools.`);
  for (const [index, tool] of (value as readonly Json[]).entries()) {
    const at = `${param}[${index}]`;
    if (!isJsonObject(tool)) return fault(at, `'${at}' must be an object.`);
    const found =
      text(tool.type, `${at}.type`) ??
      (tool.type === 'function' ? functionTool(tool.function, `${at}.function`) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
};

function functionTool(declared: Json | undefined, param: string): GatewayError | undefined {
  if (!isJsonObject(declared)) return object(declared, param);
  const name = text(declared.name, `${param}.name`);
  if (name !== undefined) return name;
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(declared.name as string))
    return fault(`${param}.name`, `'${param}.name' may have 1 to 64 letters, digits, '_' and '-'.`);
  return optional(object)(declared.parameters, `${param}.parameters`);
}

const toolChoice: Check = (value, param) => {
  if (typeof value === 'string') return oneOf('auto', 'none', 'required')(value, param);
  if (!isJsonObject(value))
    return fault(param, `'${param}' must be auto, none, required or an object that names a tool.`);
  if (value.type !== 'function') return text(value.type, `${param}.type`);
  return isJsonObject(value.function)
    ? text(value.function.name, `${param}.function.name`)
    : object(value.function, `${param}.function`);
};

const responseFormat: Check = (value, param) =>
  isJsonObject(value)
    ? (oneOf('text', 'json_object', 'json_schema')(value.type, `${param}.type`) ??
      (value.type === 'json_schema' ? object(value.json_schema, `${param}.json_schema`) : undefined))
    : object(value, param);

const streamOptions: Check = (value, param) =>
  isJsonObject(value) ? checkFields(value, { include_usage: optional(boolean) }, `${param}.`) : object(value, param);

/** Type and range as OpenAI documents them. What is not in the table passes through as it came. */
const fields: Readonly<Record<string, Check>> = {
  model: modelName,
  messages: checkMessages,
  stream: optional(boolean),
  stream_options: optional(streamOptions),
  temperature: optional(between(0, 2)),
  top_p: optional(between(0, 1)),
  n: optional(wholeBetween(1, 128)),
  max_tokens: optional(wholeFromOne),
  max_completion_tokens: optional(wholeFromOne),
  frequency_penalty: optional(between(-2, 2)),
  presence_penalty: optional(between(-2, 2)),
  stop: optional(stop),
  tools: optional(tools),
  tool_choice: optional(toolChoice),
  response_format: optional(responseFormat),
};

/** Below this many bytes a body is written anew as fast as it is copied. */
const leastWritten = 4096;

/** What `POST /v1/chat/completions` asks for, or what is wrong with it. */
export function parseRequest(body: Uint8Array): Extract<Ask, { operation: 'chat' }> | GatewayError {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const json = readJsonObject(bytes);
  if (json instanceof GatewayError) return json;
  // In Latin-1 a byte is a letter, and what JSON is made of stands alone in UTF-8: places in the one are places in the other.
  const outline = outlineOf(bytes.toString('latin1'), deepest);
  if (outline === 'too-deep') return tooDeep();
  const found = checkFields(json, fields) ?? checkTogether(json);
  if (found !== undefined) return found;
  const chat = json as ChatBody;
  return {
    operation: 'chat',
    body: chat,
    bytes: outline === 'unsure' ? undefined : ownBytes(bytes, chat, outline),
  };
}

/** Where bytes are no UTF-8 they were read as something else than they are. */
function ownBytes(bytes: Buffer, body: ChatBody, { members, messages }: Outline): WrittenOnce | undefined {
  if (bytes.length < leastWritten || messages.length !== body.messages.length || !isUtf8(bytes)) return undefined;
  return new WrittenOnce({ bytes, body, members, messages });
}

function checkTogether(body: JsonObject): GatewayError | undefined {
  if (body.stream_options !== undefined && body.stream_options !== null && body.stream !== true)
    return fault('stream_options', "'stream_options' is only allowed with 'stream': true.");
  return undefined;
}
