import { isJsonObject, type Json, type JsonObject, parseJson } from '@palimpsest/domain';
import type { Decoded } from '../provider.ts';
import { ObjectEnd } from './object-end.ts';

type Call = {
  readonly index: number;
  /** The server's own id, where it gives one. */
  readonly nativeId: string;
  name: string;
  arguments: string;
  readonly end: ObjectEnd;
  /** Whether the arguments that ended are an object, once somebody asked. */
  isObject?: boolean;
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
const isAnother = (piece: Piece, call: Call): boolean => piece.name !== '' && call.name !== '' && holdsObject(call);

function holdsObject(call: Call): boolean {
  if (!call.end.isReached) return false;
  // White space alone may follow without the end being left, and changes nothing.
  call.isObject ??= isJsonObject(parseJson(call.arguments));
  return call.isObject;
}

/**
 * Numbers tool calls densely from 0 in order of arrival. The server's `index` cannot be trusted alone: some leave it out, some send 0 for
 * every call (Gemini's and Mistral's OpenAI-compatible endpoints), some repeat id or name on every piece. A new id with a name is a new call.
 */
export class ToolCallReader {
  readonly #choice: number;
  readonly #calls: Call[] = [];
  /** The last call of each number. */
  readonly #byNumber = new Map<Json | undefined, Call>();
  /** The first call of each id, and the last. */
  readonly #byId = new Map<string, { readonly first: Call; last: Call }>();

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
    const call = this.#find(piece) ?? this.#open(piece);
    const begins = call.name === '' && piece.name !== '';
    const text = begins ? call.arguments + piece.arguments : piece.arguments;
    const out: Decoded[] = begins ? [this.#start(call, piece.name, answerId)] : [];
    call.arguments += piece.arguments;
    call.end.read(piece.arguments);
    if (text !== '' && call.name !== '')
      out.push({ type: 'tool-call-delta', choice: this.#choice, index: call.index, arguments: text });
    return out;
  }

  #find(piece: Piece): Call | undefined {
    const numbered = piece.number === undefined ? undefined : this.#byNumber.get(piece.number);
    if (piece.id === '') {
      const call = piece.number === undefined ? this.#calls.at(-1) : numbered;
      return call === undefined || isAnother(piece, call) ? undefined : call;
    }
    const named = this.#byId.get(piece.id)?.last;
    if (named === undefined) return piece.name === '' || numbered?.name === '' ? numbered : undefined;
    return piece.number !== undefined && numbered !== named && piece.name !== '' ? undefined : named;
  }

  #open({ number, id }: Piece): Call {
    const index = this.#calls.length;
    const call: Call = { index, nativeId: id, name: '', arguments: '', end: new ObjectEnd() };
    this.#calls.push(call);
    this.#byNumber.set(number, call);
    const ofId = this.#byId.get(id);
    if (ofId === undefined) this.#byId.set(id, { first: call, last: call });
    else ofId.last = call;
    return call;
  }

  #start(call: Call, name: string, answerId: string | undefined): Decoded {
    call.name = name;
    const isTaken = this.#byId.get(call.nativeId)?.first !== call;
    const isMissing = call.nativeId === '' || isTaken;
    const id = isMissing ? standInId(answerId, this.#choice, call.index) : call.nativeId;
    return { type: 'tool-call-start', choice: this.#choice, index: call.index, id, name };
  }
}
