import { setTimeout as pause } from 'node:timers/promises';
import type { House } from '../contestants/gateway-house.ts';

const everyMs = 1000;

/** Changes a user and a key in turn, one each second, until it is told to stop; that tells how many changes were made. */
export function keepChanging({ operator }: Pick<House, 'operator'>): () => Promise<number> {
  const stopping = new AbortController();
  const change = async (): Promise<number> => {
    const [users, keys] = await Promise.all(
      ['/users?limit=1', '/keys?limit=1'].map((path) => operator.call<{ data: { id: string }[] }>('GET', path)),
    );
    const paths = [`/users/${users?.data[0]?.id}`, `/keys/${keys?.data[0]?.id}`];
    let made = 0;
    for (; !stopping.signal.aborted; made += 1) {
      await operator.call('PATCH', paths[made % 2] ?? '', { name: `bench ${crypto.randomUUID()}` });
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    return made;
  };
  const changed = change();
  return () => {
    stopping.abort();
    return changed;
  };
}
