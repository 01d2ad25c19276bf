import type { Body } from './body.ts';
import { joined } from './joined.ts';

/** The whole body; `undefined` where it is larger than `mostBytes`, of which no more is read. Rejects with what broke it off. */
export function readBytes(body: Body, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    body.readBy({
      take(chunk) {
        size += chunk.length;
        chunks.push(chunk);
        if (size > mostBytes) resolve(undefined);
        return size <= mostBytes;
      },
      end: (error) => (error === undefined ? resolve(joined(chunks)) : reject(error)),
    });
  });
}

/**
 * As much of a refusal as comes whole within bounds: one that is broken, endless or stalls is known by its status all the same. Never
 * rejects.
 */
export function readRefusal(body: Body, most: { readonly bytes: number; readonly ms: number }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      resolve(joined(chunks).toString('utf8'));
    };
    const timer = setTimeout(() => {
      body.leave();
      done();
    }, most.ms);
    body.readBy({
      take(chunk) {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= most.bytes) return true;
        done();
        return false;
      },
      end: done,
    });
  });
}
