import type { RedisClient } from './redis-client.ts';
import { isStoreUnavailable } from './store-unavailable.ts';

/** One Lua function with one set of keys. */
export type Batched = {
  /** Sends the arguments of several calls, one call after the other, as one; gives a list of their replies. */
  readonly send: (client: RedisClient, values: readonly (string | Buffer)[]) => Promise<readonly unknown[]>;
};

/** One call of a Lua function that waits for the end of its turn, and then for its reply. */
class Waiting<Result> {
  readonly values: readonly (string | Buffer)[];
  readonly #decode: (reply: readonly unknown[]) => Result;
  readonly #result = Promise.withResolvers<Result>();

  constructor(values: readonly (string | Buffer)[], decode: (reply: readonly unknown[]) => Result) {
    this.values = values;
    this.#decode = decode;
  }

  get result(): Promise<Result> {
    return this.#result.promise;
  }

  answer(reply: readonly unknown[]): void {
    try {
      this.#result.resolve(this.#decode(reply));
    } catch (error) {
      this.#result.reject(error);
    }
  }

  reject(error: unknown): void {
    this.#result.reject(error);
  }
}

/** A function that runs for long holds up everybody else's commands. */
const mostAtOnce = 32;

type Turn = {
  readonly asked: Map<Batched, Waiting<unknown>[]>;
  /** Where somebody waits for all of it. */
  answered: PromiseWithResolvers<void> | undefined;
};

/** By client, what goes out at the end of this turn of the event loop. */
const turns = new WeakMap<RedisClient, Turn>();

/**
 * Sends at the end of this turn of the event loop, together with the turn's other calls of the same function with the same keys, in their
 * order: what a command costs by itself, here and in Redis, is a good part of what a call costs. Everything that the same turn sends at once
 * comes before it: who marks a key and then settles its attempt can rely on that order.
 */
export function sentTogether<Result>(
  client: RedisClient,
  place: Batched,
  values: readonly (string | Buffer)[],
  decode: (reply: readonly unknown[]) => Result,
): Promise<Result> {
  const turn = turns.get(client) ?? beginTurn(client);
  const call = new Waiting(values, decode);
  const waiting = turn.asked.get(place);
  if (waiting === undefined) turn.asked.set(place, [call as Waiting<unknown>]);
  else waiting.push(call as Waiting<unknown>);
  return call.result;
}

/**
 * Resolves when all that this turn of the event loop asks has been answered, well or not, and what was made of the answers is on its way,
 * undici's requests included, which it writes at the end of a turn: for what nobody waits for. Redis answers nothing of what it reads at once
 * before it has carried out all of it, and what is encoded meanwhile keeps its answer waiting.
 */
export function turnAnswered(client: RedisClient): Promise<void> {
  const turn = turns.get(client) ?? beginTurn(client);
  turn.answered ??= Promise.withResolvers();
  return turn.answered.promise;
}

function beginTurn(client: RedisClient): Turn {
  const turn: Turn = { asked: new Map(), answered: undefined };
  turns.set(client, turn);
  setImmediate(endTurn, client, turn);
  return turn;
}

function endTurn(client: RedisClient, turn: Turn): void {
  turns.delete(client);
  const pieces: Promise<unknown>[] = [];
  for (const [place, waiting] of turn.asked)
    for (let from = 0; from < waiting.length; from += mostAtOnce)
      pieces.push(
        sendPiece(client, place, waiting.length <= mostAtOnce ? waiting : waiting.slice(from, from + mostAtOnce)),
      );
  const { answered } = turn;
  // Whoever got an answer goes on first: what he asks for the end of the turn comes before this.
  if (answered !== undefined) void Promise.all(pieces).then(() => process.nextTick(setImmediate, answered.resolve));
}

/**
 * What Redis cannot carry out is refused by itself: the others are asked once more, each alone, as all of them may be (the same counts once).
 * Never rejects.
 */
function sendPiece(client: RedisClient, place: Batched, piece: readonly Waiting<unknown>[]): Promise<unknown> {
  const values: (string | Buffer)[] = [];
  for (const call of piece) for (const value of call.values) values.push(value);
  return place.send(client, values).then(
    (replies) => {
      for (let at = 0; at < piece.length; at += 1) piece[at]?.answer(replies[at] as readonly unknown[]);
    },
    (error: unknown) => {
      if (piece.length > 1 && !isStoreUnavailable(error))
        return Promise.all(piece.map((call) => sendPiece(client, place, [call])));
      for (const call of piece) call.reject(error);
      return undefined;
    },
  );
}
