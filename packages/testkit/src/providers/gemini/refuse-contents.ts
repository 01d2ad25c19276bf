import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Refusal } from '../dialect.ts';
import { badRequest, unknownName } from './error-body.ts';

const partMembers = new Set(
  'text inlineData fileData functionCall functionResponse executableCode codeExecutionResult thought thoughtSignature videoMetadata'.split(
    ' ',
  ),
);

const partsOf = (content: JsonObject | undefined): readonly JsonObject[] =>
  Array.isArray(content?.parts) ? (content.parts as readonly JsonObject[]) : [];

const count = (content: JsonObject | undefined, member: 'functionCall' | 'functionResponse') =>
  partsOf(content).filter((part) => part[member] !== undefined).length;

/** What Gemini finds wrong with a conversation: roles, empty turns, and function turns that do not match. */
export function refuseContents(contents: Json | undefined): Refusal | undefined {
  if (!Array.isArray(contents) || contents.length === 0) {
    return badRequest('* GenerateContentRequest.contents: contents is not specified\n');
  }
  const turns = contents as readonly JsonObject[];
  for (const [at, turn] of turns.entries()) {
    if (turn.role !== undefined && turn.role !== 'user' && turn.role !== 'model') {
      return badRequest('Please use a valid role: user, model.');
    }
    const refusal = refuseParts(turn, at) ?? refuseFunctionTurn(turn, turns[at - 1]);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refuseParts(turn: JsonObject, at: number): Refusal | undefined {
  const parts = partsOf(turn);
  if (parts.length === 0) {
    return badRequest(`* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.\n`);
  }
  for (const [index, part] of parts.entries()) {
    const where = `contents[${at}].parts[${index}]`;
    const unknown = Object.keys(part).find((name) => !partMembers.has(name));
    if (unknown !== undefined) return unknownName(unknown, where);
    const response = part.functionResponse as JsonObject | undefined;
    if (response !== undefined && typeof response.name !== 'string') {
      return badRequest(`* GenerateContentRequest.${where}.function_response.name: Name cannot be empty.\n`);
    }
    if (response !== undefined && !isJsonObject(response.response)) {
      return badRequest(
        `Invalid value at '${where}.function_response.response' (type.googleapis.com/google.protobuf.Struct)`,
      );
    }
  }
  return undefined;
}

function refuseFunctionTurn(turn: JsonObject, before: JsonObject | undefined): Refusal | undefined {
  const called = count(before, 'functionCall');
  const answered = count(turn, 'functionResponse');
  if (answered > 0 && called === 0) {
    return badRequest('Please ensure that function response turn comes immediately after a function call turn.');
  }
  if (answered !== called) {
    return badRequest(
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    );
  }
  if (count(turn, 'functionCall') > 0 && before?.role !== 'user') {
    return badRequest(
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    );
  }
  return undefined;
}
