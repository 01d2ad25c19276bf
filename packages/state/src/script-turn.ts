import type { RedisClient } from './redis-client.ts';
import { isStoreUnavailable } from './store-unavailable.ts';

/** Sends the arguments of several calls, one call after the other, as one; gives a list of their replies. */
export type SendBatch = (args: readonly (string | Buffer)[]) => Promise<readonly unknown[]>;

/** One call of a Lua function that waits for the end of its turn. */
type Waiting = {
  readonly args: readonly (string | Buffer)[];
  readonly resolve: (reply: Promise<unknown>) => void;
};

/** Calls of one function with the same keys. */
type Batch = { readonly send: SendBatch; readonly waiting: Waiting[] };

/** A function that runs for long holds up everybody else's commands. */
const mostAtOnce = 32;

/** By client, what goes out at the end of this turn of the event loop. */
const turns = new WeakMap<RedisClient, Map<string, Batch>>();

/**
 * Sends at the end of this turn of the event loop, together with the turn's other calls of the same `id` (function and keys), in their order:
 * what a command costs by itself, here and in Redis, is a good part of what a call costs. Everything that the same turn sends at once comes
 * before it: who marks a key and then settles its attempt can rely on that order.
 */
export function sentTogether(
  client: RedisClient,
  id: string,
  args: readonly (string | Buffer)[],
  send: SendBatch,
): Promise<unknown> {
  const batches = turnOf(client);
  const batch = batches.get(id) ?? { send, waiting: [] };
  batches.set(id, batch);
  const { promise, resolve } = Promise.withResolvers<unknown>();
  batch.waiting.push({ args, resolve });
  return promise;
}

function turnOf(client: RedisClient): Map<string, Batch> {
  const started = turns.get(client);
  if (started !== undefined) return started;
  const batches = new Map<string, Batch>();
  turns.set(client, batches);
  setImmediate(endTurn, client, batches);
  return batches;
}

function endTurn(client: RedisClient, batches: ReadonlyMap<string, Batch>): void {
  turns.delete(client);
  for (const { send, waiting } of batches.values())
    for (let from = 0; from < waiting.length; from += mostAtOnce)
      sendPiece(send, waiting.slice(from, from + mostAtOnce));
}

/** What Redis cannot carry out is refused by itself: the others are asked once more, each alone, as all of them may be (the same counts once). */
function sendPiece(send: SendBatch, piece: readonly Waiting[]): void {
  const replies = send(piece.flatMap(({ args }) => args));
  for (const [place, { args, resolve }] of piece.entries())
    resolve(
      replies.then(
        (all) => all[place],
        async (error: unknown) => {
          if (piece.length === 1 || isStoreUnavailable(error)) throw error;
          return (await send(args))[0];
        },
      ),
    );
}
