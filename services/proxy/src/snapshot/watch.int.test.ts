import {
  encodeRecord,
  type Handlers,
  makeClient,
  SnapshotService,
  serve,
  startGrpcServer,
  type WatchSnapshotsRequest,
} from '@palimpsest/contracts';
import type { ConfigRecord } from '@palimpsest/domain';
import { exampleKey, exampleUser, sha256, type TestTls, testAuthority } from '@palimpsest/testkit';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { currentSnapshot } from './current.ts';
import { watchSnapshots } from './watch.ts';

type Script = Handlers<typeof SnapshotService>['watchSnapshots'];

let tls: { readonly control: TestTls; readonly proxy: TestTls };
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  const authority = await testAuthority();
  tls = { control: await authority.issue('control'), proxy: await authority.issue('proxy') };
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A control that pushes what the script says and writes down what it hears. */
async function startControl(script: Script, port = 0) {
  const heard: WatchSnapshotsRequest[] = [];
  const watchSnapshots: Script = (requests, call) => script(overheard(requests, heard), call);
  const server = await startGrpcServer({
    host: '127.0.0.1',
    port,
    tls: tls.control,
    services: [serve(SnapshotService, { watchSnapshots }, ['proxy'])],
    onBug: (error) => expect.fail(String(error)),
  });
  closers.push(() => server.stop(0));
  return { ...server, heard };
}

async function* overheard(requests: AsyncIterable<WatchSnapshotsRequest>, heard: WatchSnapshotsRequest[]) {
  for await (const request of requests) {
    heard.push(request);
    yield request;
  }
}

function startWatch(port: number, silenceMs = 10_000) {
  const current = currentSnapshot();
  const stop = new AbortController();
  const lines: unknown[] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  const watch = watchSnapshots({
    proxyId: 'proxy-1',
    connect: () => makeClient(SnapshotService, { address: `127.0.0.1:${port}`, peer: 'control', tls: tls.proxy }),
    current,
    logger: { debug: write, info: write, warn: write },
    signal: stop.signal,
    silenceMs,
  });
  const end = async () => {
    stop.abort();
    await watch.ended;
  };
  closers.push(end);
  return { ...watch, current: current.current, lines, end };
}

const state = (version: bigint, records: readonly ConfigRecord[]) => ({
  push: {
    case: 'statePart' as const,
    value: { origin: 'one', version, last: true, records: records.map(encodeRecord) },
  },
});
const delta = (fromVersion: bigint, upserts: readonly ConfigRecord[]) => ({
  push: {
    case: 'delta' as const,
    value: { fromVersion, toVersion: fromVersion + 1n, last: true, upserts: upserts.map(encodeRecord) },
  },
});

/** Pushes these and says no more; hears the proxy out until it goes. */
const pushes = (...some: readonly (ReturnType<typeof state> | ReturnType<typeof delta>)[]): Script =>
  async function* (requests, call) {
    yield* some;
    for await (const _ of requests) if (call.signal.aborted) return;
  };

const eventually = { timeout: 10_000, interval: 20 };

it('serves each version that control pushes, and says so', async () => {
  const user = exampleUser(['one']);
  const revoked = exampleUser([], { id: user.record.id });
  const { port, heard } = await startControl(pushes(state(5n, [user]), delta(5n, [revoked])));
  const { current } = startWatch(port);
  await vi.waitFor(() => expect(heard.map(({ acceptedVersion }) => acceptedVersion)).toEqual([0n, 5n, 6n]), eventually);
  expect(heard[2]).toMatchObject({ proxyId: 'proxy-1', origin: 'one' });
  expect(current()?.version).toBe(6);
  expect(current()?.user(user.record.id)).toBeDefined();
  expect(current()?.userByKeyHash(sha256('one'))).toBeUndefined();
});

it('answers a version that cannot be served with the reason, goes on with the one before, and shows no secret', async () => {
  const holder = exampleUser(['one']);
  const planted = exampleKey({ secret: 'sk-planted-secret', baseUrl: 'nowhere' });
  const { port, heard } = await startControl(pushes(state(5n, [holder]), delta(5n, [planted])));
  const { current, lines } = startWatch(port);
  await vi.waitFor(() => expect(heard).toHaveLength(3), eventually);
  expect(heard[2]).toMatchObject({ acceptedVersion: 5n, rejection: expect.stringContaining(planted.record.id) });
  expect(current()?.version).toBe(5);
  expect(current()?.key(planted.record.id)).toBeUndefined();
  expect(JSON.stringify(lines)).toContain(planted.record.id);
  expect(JSON.stringify(lines)).not.toContain('sk-planted-secret');
});

it('has no snapshot while control is away at the start, and gets it once control is there', async () => {
  const { port, stop } = await startControl(pushes());
  await stop(0);
  const { current, lines } = startWatch(port);
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1), eventually);
  expect(current()).toBeUndefined();
  await startControl(pushes(state(5n, [])), port);
  await vi.waitFor(() => expect(current()?.version).toBe(5), eventually);
});

it('goes on with its version while control restarts, and resumes with it', async () => {
  const user = exampleUser(['one']);
  const first = await startControl(pushes(state(5n, [user])));
  const { current, lines } = startWatch(first.port);
  await vi.waitFor(() => expect(first.heard).toHaveLength(2), eventually);
  await first.stop(0);
  const lost = expect.stringMatching(/ended the configuration stream|stream broke off/);
  await vi.waitFor(() => expect(lines.flat()).toContainEqual(lost), eventually);
  expect(current()?.userByKeyHash(sha256('one'))).toBeDefined();
  const second = await startControl(pushes(delta(5n, [exampleUser(['two'])])), first.port);
  await vi.waitFor(() => expect(current()?.version).toBe(6), eventually);
  expect(second.heard[0]).toMatchObject({ origin: 'one', acceptedVersion: 5n });
  expect(current()?.userByKeyHash(sha256('one'))).toBeDefined();
});

it('takes a control that falls silent for lost, and looks for it again', async () => {
  let streams = 0;
  const { port, heard } = await startControl((requests, call) => {
    streams += 1;
    return pushes(...(streams === 1 ? [state(5n, [])] : [delta(5n, [])]))(requests, call);
  });
  const { current } = startWatch(port, 200);
  await vi.waitFor(() => expect(current()?.version).toBe(6), eventually);
  expect(heard.map(({ acceptedVersion }) => acceptedVersion).slice(0, 3)).toEqual([0n, 5n, 5n]);
});

it('ends when it is told to, also while control is away', async () => {
  const { port, stop } = await startControl(pushes());
  await stop(0);
  const { end, lines } = startWatch(port);
  await vi.waitFor(() => expect(lines).not.toEqual([]), eventually);
  await end();
});
