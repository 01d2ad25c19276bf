import { once } from 'node:events';
import { status } from '@grpc/grpc-js';
import { testAuthority } from '@palimpsest/testkit';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SnapshotService } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import type { Handlers } from './add-service.ts';
import { type ClientOptions, makeClient } from './client.ts';
import { outbox } from './outbox.ts';
import { serve, startGrpcServer } from './server.ts';

type Watch = Handlers<typeof SnapshotService>['watchSnapshots'];

let tls: { readonly server: ClientOptions['tls']; readonly client: ClientOptions['tls'] };
const closers: (() => unknown)[] = [];
const onBug = vi.fn<(error: unknown, method: string) => void>();

beforeAll(async () => {
  const authority = await testAuthority();
  tls = { server: await authority.issue('control'), client: await authority.issue('proxy') };
});
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
  onBug.mockClear();
});

async function opened(watchSnapshots: Watch) {
  const services = [serve(SnapshotService, { watchSnapshots }, ['proxy'])];
  const server = await startGrpcServer({ host: '127.0.0.1', port: 0, tls: tls.server, services, onBug });
  const client = makeClient(SnapshotService, { address: `127.0.0.1:${server.port}`, peer: 'control', tls: tls.client });
  closers.push(client.close, () => server.stop());
  return { server, watch: client.call.watchSnapshots };
}

const heartbeat = (version: bigint) => ({ push: { case: 'heartbeat' as const, value: { version } } });
const silent = () => outbox<{ proxyId: string }>();

describe('a stream in both directions', () => {
  it('carries each side’s messages in their order, and ends when the handler does', async () => {
    const { watch } = await opened(async function* (requests) {
      for await (const request of requests) {
        yield heartbeat(request.acceptedVersion);
        if (request.acceptedVersion === 3n) return;
      }
    });
    const requests = outbox<{ acceptedVersion: bigint }>();
    const versions: unknown[] = [];
    requests.push({ acceptedVersion: 1n });
    for await (const { push } of watch(requests)) {
      versions.push(push.value);
      requests.push({ acceptedVersion: BigInt(versions.length + 1) });
    }
    expect(versions).toMatchObject([{ version: 1n }, { version: 2n }, { version: 3n }]);
  });

  it('is cancelled at the server when the caller leaves its loop', async () => {
    const left = Promise.withResolvers<void>();
    const { watch } = await opened(async function* (_, call) {
      yield heartbeat(1n);
      await once(call.signal, 'abort');
      left.resolve();
    });
    for await (const _ of watch(silent())) break;
    await left.promise;
    expect(onBug).not.toHaveBeenCalled();
  });

  it('is cancelled when the caller’s signal aborts', async () => {
    const { watch } = await opened(async function* (_, call) {
      yield heartbeat(1n);
      await once(call.signal, 'abort');
    });
    const stop = new AbortController();
    const reading = (async () => {
      for await (const _ of watch(silent(), { signal: stop.signal })) stop.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: status.CANCELLED });
  });

  it('ends when the server stops', async () => {
    const { server, watch } = await opened(async function* (_, call) {
      yield heartbeat(1n);
      await once(call.signal, 'abort');
    });
    for await (const _ of watch(silent())) void server.stop();
  });

  it('hides a bug of the handler, and tells us', async () => {
    const { watch } = await opened(async function* () {
      yield heartbeat(1n);
      throw new Error('the secret is sk-planted');
    });
    const reading = async () => {
      for await (const _ of watch(silent()));
    };
    await expect(reading()).rejects.toMatchObject({ code: status.INTERNAL, details: 'internal error' });
    expect(onBug).toHaveBeenCalledExactlyOnceWith(expect.any(Error), expect.stringContaining('WatchSnapshots'));
  });

  it('breaks for the reader where the requests break', async () => {
    const { watch } = await opened(async function* (requests) {
      for await (const _ of requests) yield heartbeat(1n);
    });
    const reading = async () => {
      const requests = async function* () {
        yield { proxyId: 'p' };
        throw new Error('nothing more to say');
      };
      for await (const _ of watch(requests()));
    };
    await expect(reading()).rejects.toThrow('nothing more to say');
  });

  it('does not let the server run ahead of a slow reader', async () => {
    let sent = 0;
    const { watch } = await opened(async function* () {
      for (; sent < 2_000; sent += 1)
        yield { push: { case: 'delta', value: { deletes: [{ id: 'x'.repeat(10_000) }] } } };
    });
    const reader = watch(silent())[Symbol.asyncIterator]();
    await reader.next();
    let seen = -1;
    const standsStill = () => {
      const before = seen;
      seen = sent;
      expect(sent).toBe(before);
    };
    await vi.waitFor(standsStill, { timeout: 10_000, interval: 100 });
    expect(sent).toBeLessThan(2_000);
    await reader.return?.();
  });
});
