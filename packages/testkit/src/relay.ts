import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Stands before a server and passes bytes on both ways, as a network would that has its moods. */
export type Relay = {
  /** As the target's, with the relay's host and port. */
  readonly url: string;
  /** Holds back what comes from the server for so long, each piece for itself and in order; 0 ends that. */
  delay(ms: number): void;
  /** Lets so many more pieces through to the server, and holds back all that come after them until `thaw`: the server is as good as frozen. */
  freezeAfter(pieces: number): void;
  /** Whether anything was held back until now. */
  thaw(): boolean;
  /** Writes down what goes to the server from now on; the function that this gives ends that, and tells it as text. */
  record(): () => string;
  /** Drops every connection that runs through it, both ends at once, whatever is under way. */
  cut(): void;
  close(): Promise<void>;
};

/** @param target URL of the server behind it. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname: host, port } = new URL(target);
  const open = new Set<Socket>();
  let delayMs = 0;
  let piecesLeft = Number.POSITIVE_INFINITY;
  let thawed = Promise.withResolvers<void>();
  let recorded: string[] | undefined;
  const server = createServer((client) => {
    const behind = connect({ host, port: Number(port) });
    for (const socket of [client, behind]) {
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        client.destroy();
        behind.destroy();
      });
      // The other end learns of it by the close that follows.
      socket.on('error', () => undefined);
    }
    let passed = Promise.resolve();
    client.on('data', (piece: Buffer) => {
      recorded?.push(piece.toString('latin1'));
      const mayPass = piecesLeft > 0 ? undefined : thawed.promise;
      piecesLeft -= 1;
      passed = passed.then(() => mayPass).then(() => void behind.write(piece));
    });
    client.on('end', () => void passed.then(() => behind.end()));
    let last = Promise.resolve();
    let heldBack = 0;
    behind.on('data', (piece: Buffer) => {
      // What comes after the delay has ended must not overtake what is still held back.
      if (delayMs === 0 && heldBack === 0) return void client.write(piece);
      heldBack += 1;
      last = Promise.all([last, wait(delayMs)]).then(() => {
        heldBack -= 1;
        client.write(piece);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no TCP address');
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: url.href.replace(/\/$/, ''),
    delay: (ms) => {
      delayMs = ms;
    },
    freezeAfter: (pieces) => {
      piecesLeft = pieces;
    },
    thaw() {
      const wasFrozen = piecesLeft < 0;
      piecesLeft = Number.POSITIVE_INFINITY;
      thawed.resolve();
      thawed = Promise.withResolvers();
      return wasFrozen;
    },
    record() {
      const pieces: string[] = [];
      recorded = pieces;
      return () => {
        recorded = undefined;
        return pieces.join('');
      };
    },
    cut,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
