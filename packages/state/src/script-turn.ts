import type { RedisClient } from './redis-client.ts';
import { isStoreUnavailable } from './store-unavailable.ts';

/** One Lua function with one set of keys. */
export type Batched = {
  /** Sends the arguments of several calls, one call after the other, as one; gives a list of their replies. */
  readonly send: (client: RedisClient, values: readonly (string | Buffer)[]) => Promise<readonly unknown[]>;
};

/** One call of a Lua function that waits for the end of its turn. */
type Waiting = {
  readonly values: readonly (string | Buffer)[];
  readonly answer: (reply: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
};

/** A function that runs for long holds up everybody else's commands. */
const mostAtOnce = 32;

type Turn = Map<Batched, Waiting[]>;

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
  return new Promise((resolve, reject) => {
    const call: Waiting = { values, answer: (reply) => resolve(decode(reply)), reject };
    const waiting = turn.get(place);
    if (waiting === undefined) turn.set(place, [call]);
    else waiting.push(call);
  });
}

function beginTurn(client: RedisClient): Turn {
  const turn: Turn = new Map();
  turns.set(client, turn);
  setImmediate(endTurn, client, turn);
  return turn;
}

function endTurn(client: RedisClient, turn: Turn): void {
  turns.delete(client);
  for (const [place, waiting] of turn)
    for (let from = 0; from < waiting.length; from += mostAtOnce)
      void sendPiece(client, place, waiting.slice(from, from + mostAtOnce));
}

/** What Redis cannot carry out is refused by itself: the others are asked once more, each alone, as all of them may be (the same counts once). */
async function sendPiece(client: RedisClient, place: Batched, piece: readonly Waiting[]): Promise<void> {
  try {
    const replies = await place.send(
      client,
      piece.flatMap(({ values }) => values),
    );
    for (const [at, { answer }] of piece.entries()) answer(replies[at] as readonly unknown[]);
  } catch (error) {
    if (piece.length === 1 || isStoreUnavailable(error)) for (const { reject } of piece) reject(error);
    else for (const one of piece) void sendPiece(client, place, [one]);
  }
}
