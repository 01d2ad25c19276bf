import { randomBytes } from 'node:crypto';
import { SnapshotService, serve, startGrpcServer } from '@palimpsest/contracts';
import { type TestTls, testAuthority } from '@palimpsest/testkit';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Entry, hold } from '../snapshot/hold.ts';
import { type Mirror, mirror } from '../snapshot/mirror.ts';
import { entry, storedKey, storedUser } from '../testing/stored-records.ts';
import { startTestProxy } from '../testing/test-proxy.ts';
import { keyringOf } from '../vault/keyring.ts';
import { proxyStandings } from './proxy-standings.ts';
import { snapshotHandlers } from './snapshot-service.ts';

const keyring = keyringOf([randomBytes(32)]);
const eventually = { timeout: 20_000, interval: 20 };

let tls: { readonly control: TestTls; readonly proxy: TestTls };
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  const authority = await testAuthority();
  tls = { control: await authority.issue('control'), proxy: await authority.issue('proxy') };
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function startControl(feed: Mirror, times: { heartbeatMs?: number; retryMs?: number } = {}) {
  const proxies = proxyStandings();
  const lines: unknown[] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  const handlers = snapshotHandlers({ feed, proxies, logger: { info: write, warn: write, error: write }, ...times });
  const server = await startGrpcServer({
    host: '127.0.0.1',
    port: 0,
    tls: tls.control,
    services: [serve(SnapshotService, handlers, ['proxy'])],
    onBug: (error) => expect.fail(String(error)),
  });
  closers.push(() => server.stop(0));
  return { ...server, proxies, lines };
}

function connect(
  port: number,
  ...rest: [Parameters<typeof startTestProxy>[2]?, Parameters<typeof startTestProxy>[3]?]
) {
  const proxy = startTestProxy(port, tls.proxy, ...rest);
  closers.push(() => proxy.stop());
  return proxy;
}

function filled(version: number, entries: readonly Entry[]): Mirror {
  const feed = mirror(keyring);
  feed.replace(
    version,
    entries.flatMap((one) => hold(one) ?? []),
  );
  return feed;
}

function change(feed: Mirror, ...upserts: Entry[]): void {
  const fromVersion = feed.version();
  feed.apply({ type: 'changes', fromVersion, toVersion: fromVersion + 1, upserts, deletes: [] });
}

const versionOf = (proxy: ReturnType<typeof connect>) => proxy.place().version;

describe('a proxy that connects', () => {
  it('gets the whole state in parts that stay small, and every secret in it', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => entry('provider-keys', storedKey(keyring, `sk-${index}`)));
    const users = Array.from({ length: 5_000 }, (_, index) => entry('users', storedUser(`user ${index}`)));
    const { port } = await startControl(filled(9, [...keys, ...users]));
    const proxy = connect(port);
    await vi.waitFor(() => expect(versionOf(proxy)).toBe(9), eventually);
    expect(proxy.records.size).toBe(5_050);
    expect(proxy.pushes.length).toBeGreaterThan(3);
    const secrets = [...proxy.records.values()].flatMap(({ record }) => ('secret' in record ? [record.secret] : []));
    expect(new Set(secrets).size).toBe(50);
  });

  it('gets nothing but what it missed, where it stood a moment ago', async () => {
    const feed = filled(9, [entry('users', storedUser())]);
    const place = feed.state();
    change(feed, entry('users', storedUser()));
    const { port } = await startControl(feed);
    const proxy = connect(port, place);
    await vi.waitFor(() => expect(versionOf(proxy)).toBe(10), eventually);
    expect(proxy.cases()).toEqual(['delta']);
  });

  it('gets the whole state where it stood at another control’s version of the same number', async () => {
    const { port } = await startControl(filled(9, []));
    const proxy = connect(port, { origin: 'another', version: 9 });
    await vi.waitFor(() => expect(proxy.cases()).toEqual(['statePart']), eventually);
  });

  it('waits for a control that has not read the registry yet', async () => {
    const feed = mirror(keyring);
    const { port, proxies } = await startControl(feed);
    const proxy = connect(port);
    await vi.waitFor(() => expect(proxies.all()).toHaveLength(1), eventually);
    feed.replace(9, []);
    await vi.waitFor(() => expect(versionOf(proxy)).toBe(9), eventually);
  });
});

describe('every proxy', () => {
  it('gets each change as it happens', async () => {
    const feed = filled(9, []);
    const { port } = await startControl(feed);
    const [first, second] = [connect(port), connect(port)];
    await vi.waitFor(() => expect([versionOf(first), versionOf(second)]).toEqual([9, 9]), eventually);
    for (let index = 0; index < 50; index += 1) change(feed, entry('users', storedUser()));
    await vi.waitFor(() => expect([versionOf(first), versionOf(second)]).toEqual([59, 59]), eventually);
    expect(first.records.size).toBe(50);
    expect(first.cases().filter((name) => name === 'statePart')).toHaveLength(1);
  });

  it('does without a record that cannot be told, and gets all the others', async () => {
    const price = (inputPerMillion: string) =>
      entry('prices', {
        id: 'prc_1',
        provider: 'openai',
        vendor: null,
        model: 'gpt-4o',
        inputPerMillion,
        cachedInputPerMillion: null,
        outputPerMillion: '1',
        perRequest: '0',
        effectiveFromMs: 0,
      } as Parameters<typeof entry<'prices'>>[1]);
    const tooMuch = '999999999999';
    const feed = filled(9, [price('1')]);
    const { port, lines } = await startControl(feed);
    const proxy = connect(port);
    await vi.waitFor(() => expect([...proxy.records.keys()]).toEqual(['price/prc_1']), eventually);
    change(feed, price(tooMuch), entry('users', storedUser()));
    change(feed, entry('users', storedUser()));
    await vi.waitFor(() => expect(versionOf(proxy)).toBe(11), eventually);
    expect([...proxy.records.values()].map(({ kind }) => kind)).toEqual(['user', 'user']);
    expect(JSON.stringify(lines)).toContain('prc_1');

    const late = connect(port);
    await vi.waitFor(() => expect(versionOf(late)).toBe(11), eventually);
    expect(late.records.size).toBe(2);
  });

  it('hears a heartbeat with its version while nothing changes', async () => {
    const { port } = await startControl(filled(9, []), { heartbeatMs: 50 });
    const proxy = connect(port);
    await vi.waitFor(
      () =>
        expect(proxy.pushes).toContainEqual(
          expect.objectContaining({ case: 'heartbeat', value: expect.objectContaining({ version: 9n }) }),
        ),
      eventually,
    );
  });

  it('is known with the version that it serves, until it leaves', async () => {
    const { port, proxies } = await startControl(filled(9, []));
    const proxy = connect(port);
    const standing = { proxyId: 'proxy-1', version: 9, rejection: undefined };
    await vi.waitFor(() => expect(proxies.all()).toMatchObject([standing]), eventually);
    await proxy.stop();
    await vi.waitFor(() => expect(proxies.all()).toEqual([]), eventually);
  });
});

describe('a proxy that refuses', () => {
  it('is written down with its reason and gets the whole state again, after pauses that grow', async () => {
    let left = 3;
    const refuses = () => (left-- > 0 ? 'not today' : undefined);
    const { port, lines } = await startControl(filled(9, []), { retryMs: 20 });
    const began = performance.now();
    const proxy = connect(port, undefined, refuses);
    await vi.waitFor(() => expect(versionOf(proxy)).toBe(9), eventually);
    expect(performance.now() - began).toBeGreaterThan(20 + 40 + 80);
    expect(proxy.cases()).toEqual(['statePart', 'statePart', 'statePart', 'statePart']);
    expect(JSON.stringify(lines)).toContain('not today');
  });

  it('gets the state at once where something changes: the fault may be mended', async () => {
    let mended = false;
    const feed = filled(9, []);
    const { port, proxies } = await startControl(feed, { retryMs: 60_000 });
    const proxy = connect(port, undefined, () => (mended ? undefined : 'not today'));
    await vi.waitFor(() => expect(proxies.all()).toMatchObject([{ rejection: 'not today' }]), eventually);
    mended = true;
    change(feed, entry('users', storedUser()));
    await vi.waitFor(() => expect(versionOf(proxy)).toBe(10), eventually);
    expect(proxies.all()).toMatchObject([{ rejection: undefined }]);
  });
});
