import { isJsonObject, type Json, type JsonObject, parseJson } from '@palimpsest/domain';
import type { Decoded } from '../provider.ts';

type Call = {
  readonly index: number;
  /** The server's own number and id, where it gives them. */
  readonly number: Json | undefined;
  readonly nativeId: string;
  name: string;
  arguments: string;
};

/** One piece of one call: in a whole answer the piece is the call. */
type Piece = {
  readonly number: Json | undefined;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
};

function readPiece(raw: JsonObject): Piece {
  const wanted: JsonObject = isJsonObject(raw.function) ? raw.function : {};
  // Ollama once sent the arguments as an object.
  const text = isJsonObject(wanted.arguments) ? JSON.stringify(wanted.arguments) : wanted.arguments;
  return {
    number: raw.index ?? undefined,
    id: typeof raw.id === 'string' ? raw.id : '',
    name: typeof wanted.name === 'string' ? wanted.name : '',
    arguments: typeof text === 'string' ? text : '',
  };
}

/** A stand-in for a missing id: the same for the same answer, another for every answer, within OpenAI's 40 characters. */
const standInId = (answerId: string | undefined, choice: number, index: number): string =>
  `call_${choice}_${index}_${(answerId ?? '').replace(/[^A-Za-z0-9]/g, '').slice(-24)}`;

/** Whether the piece begins another call than the one with the same number: the number is not to be trusted. */
const isAnother = (piece: Piece, call: Call): boolean =>
  piece.name !== '' && call.name !== '' && isJsonObject(parseJson(call.arguments));

function findCall(calls: readonly Call[], piece: Piece): Call | undefined {
  const numbered = piece.number === undefined ? undefined : calls.findLast((call) => call.number === piece.number);
  if (piece.id === '') {
    const call = piece.number === undefined ? calls.at(-1) : numbered;
    return call === undefined || isAnother(piece, call) ? undefined : call;
  }
  const named = calls.findLast((call) => call.nativeId === piece.id);
  if (named === undefined) return piece.name === '' || numbered?.name === '' ? numbered : undefined;
  return piece.number !== undefined && numbered !== named && piece.name !== '' ? undefined : named;
}

/**
 * Numbers tool calls densely from 0 in order of arrival. The server's `index` cannot be trusted alone: some leave it out, some send 0 for
 * every call (Gemini's and Mistral's OpenAI-compatible endpoints), some repeat id or name on every piece. A new id with a name is a new call.
 */
export class ToolCallReader {
  readonly #choice: number;
  readonly #calls: Call[] = [];

  constructor(choice: number) {
    this.#choice = choice;
  }

  get count(): number {
    return this.#calls.length;
  }

  /** `list` is `tool_calls` of a message or of a delta; `answerId` the answer's, as far as it is known. */
  read(list: Json, answerId: string | undefined): readonly Decoded[] {
    return Array.isArray(list) ? list.filter(isJsonObject).flatMap((raw) => this.#add(readPiece(raw), answerId)) : [];
  }

  /** Closes the calls: one without arguments gets `{}`. `undefined` where a call never got a name. */
  end(): readonly Decoded[] | undefined {
    if (this.#calls.some((call) => call.name === '')) return undefined;
    return this.#calls
      .filter((call) => call.arguments === '')
      .map((call) => ({ type: 'tool-call-delta', choice: this.#choice, index: call.index, arguments: '{}' }));
  }

  #add(piece: Piece, answerId: string | undefined): readonly Decoded[] {
    const call = findCall(this.#calls, piece) ?? this.#open(piece);
    const begins = call.name === '' && piece.name !== '';
    const text = begins ? call.arguments + piece.arguments : piece.arguments;
    const out: Decoded[] = begins ? [this.#start(call, piece.name, answerId)] : [];
    call.arguments += piece.arguments;
    if (text !== '' && call.name !== '')
      out.push({ type: 'tool-call-delta', choice: this.#choice, index: call.index, arguments: text });
    return out;
  }

  #open(piece: Piece): Call {
    const index = this.#calls.length;
    const call: Call = { index, number: piece.number, nativeId: piece.id, name: '', arguments: '' };
    this.#calls.push(call);
    return call;
  }

  #start(call: Call, name: string, answerId: string | undefined): Decoded {
    call.name = name;
    const isTaken = this.#calls.some((other) => other.index < call.index && other.nativeId === call.nativeId);
    const isMissing = call.nativeId === '' || isTaken;
    const id = isMissing ? standInId(answerId, this.#choice, call.index) : call.nativeId;
    return { type: 'tool-call-start', choice: this.#choice, index: call.index, id, name };
  }
}
