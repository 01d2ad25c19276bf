import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { encodeRecord, recordIdToProto, WatchSnapshotsResponseSchema } from '@palimpsest/contracts';
import type { ConfigRecord } from '@palimpsest/domain';
import { exampleKey, exampleUser } from '@palimpsest/testkit';
import { describe, expect, it } from 'vitest';
import { snapshotOf } from './compile.ts';
import { receiver, type Served, type SnapshotVerdict } from './receive.ts';

type Push = NonNullable<MessageInitShape<typeof WatchSnapshotsResponseSchema>['push']>;

const state = (version: bigint, records: readonly ConfigRecord[], last = true): Push => ({
  case: 'statePart',
  value: { origin: 'one', version, last, records: records.map(encodeRecord) },
});
const delta = (
  fromVersion: bigint,
  upserts: readonly ConfigRecord[],
  deletes: readonly ConfigRecord[] = [],
  last = true,
): Push => ({
  case: 'delta',
  value: {
    fromVersion,
    toVersion: fromVersion + 1n,
    last,
    upserts: upserts.map(encodeRecord),
    deletes: deletes.map((entry) =>
      recordIdToProto({ kind: entry.kind, id: 'id' in entry.record ? entry.record.id : '' }),
    ),
  },
});
const heartbeat = (version: bigint): Push => ({ case: 'heartbeat', value: { version } });

/** What becomes of each push of one stream. */
async function verdicts(pushes: readonly Push[], served?: Served): Promise<(SnapshotVerdict | undefined)[]> {
  const receive = receiver(served);
  const answers: (SnapshotVerdict | undefined)[] = [];
  for (const push of pushes) answers.push(await receive(create(WatchSnapshotsResponseSchema, { push }).push));
  return answers;
}

const accepted = (version: number) => ({ type: 'accepted', served: { origin: 'one', version } });
const rejected = (reason: string) => ({ type: 'rejected', reason: expect.stringContaining(reason) });

const keys = [exampleKey(), exampleKey(), exampleKey()] as const;
const user = exampleUser(['one']);

function keysOf(verdict: SnapshotVerdict | undefined): string[] {
  if (verdict?.type !== 'accepted') throw new Error('not accepted');
  return snapshotOf(verdict.served.configuration, 1)
    .keys.map(({ id }) => id)
    .toSorted();
}
const ids = (...some: readonly ConfigRecord[]) =>
  some.map((entry) => ('id' in entry.record ? entry.record.id : '')).toSorted();

describe('a state', () => {
  it('is accepted with its last part, and whole', async () => {
    const answers = await verdicts([state(5n, [keys[0]], false), state(5n, [keys[1]], false), state(5n, [keys[2]])]);
    expect(answers).toMatchObject([undefined, undefined, accepted(5)]);
    expect(keysOf(answers[2])).toEqual(ids(...keys));
  });

  it('may be empty', async () => expect(await verdicts([state(1n, [])])).toMatchObject([accepted(1)]));

  it('that starts again in the middle leaves nothing of the one before', async () => {
    const answers = await verdicts([state(5n, [keys[0]], false), state(6n, [keys[1]])]);
    expect(keysOf(answers[1])).toEqual(ids(keys[1]));
  });

  it('replaces what was served', async () => {
    const answers = await verdicts([state(5n, [keys[0]]), state(3n, [keys[1]])]);
    expect(answers[1]).toMatchObject(accepted(3));
    expect(keysOf(answers[1])).toEqual(ids(keys[1]));
  });

  it('is refused where a record comes twice, once, with its last part', async () => {
    const answers = await verdicts([state(5n, [keys[0]], false), state(5n, [keys[0]], false), state(5n, [keys[1]])]);
    expect(answers).toMatchObject([undefined, undefined, rejected(`${keys[0].record.id} twice`)]);
  });

  it('is refused where a record cannot be read', async () => {
    const broken = create(WatchSnapshotsResponseSchema, {
      push: { case: 'statePart', value: { version: 5n, last: true, records: [new Uint8Array()] } },
    });
    expect(await receiver(undefined)(broken.push)).toMatchObject(rejected('unknown kind'));
  });

  it('leaves the event loop to others while it is taken in', async () => {
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      timer = setImmediate(turn);
    };
    let timer = setImmediate(turn);
    await verdicts([
      state(
        1n,
        Array.from({ length: 3_000 }, (_, index) => exampleUser([String(index)])),
      ),
    ]);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('a delta', () => {
  it('changes what it names and nothing else', async () => {
    const renamed = exampleKey({ ...keys[0].record, name: 'renamed' });
    const answers = await verdicts([state(5n, [...keys, user]), delta(5n, [renamed], [keys[1]])]);
    expect(answers[1]).toMatchObject(accepted(6));
    expect(keysOf(answers[1])).toEqual(ids(keys[0], keys[2]));
    const { configuration } = (answers[1] as { served: Served }).served;
    expect(configuration.pool.keysById.get(renamed.record.id)?.name).toBe('renamed');
    expect(configuration.users.get(user.record.id)).toEqual(user.record);
  });

  it('may come in parts, and counts with the last', async () => {
    const answers = await verdicts([state(5n, []), delta(5n, [keys[0]], [], false), delta(5n, [keys[1]])]);
    expect(answers).toMatchObject([accepted(5), undefined, accepted(6)]);
    expect(keysOf(answers[2])).toEqual(ids(keys[0], keys[1]));
  });

  it('may delete what is gone already', async () => {
    expect(await verdicts([state(5n, []), delta(5n, [], [keys[0]])])).toMatchObject([accepted(5), accepted(6)]);
  });

  it('follows a version that was accepted on an earlier stream', async () => {
    const [first] = await verdicts([state(5n, [keys[0]])]);
    const answers = await verdicts([delta(5n, [keys[1]])], (first as { served: Served }).served);
    expect(answers).toMatchObject([accepted(6)]);
    expect(keysOf(answers[0])).toEqual(ids(keys[0], keys[1]));
  });

  it('from another version is refused, and so is one before any state', async () => {
    expect(await verdicts([state(5n, []), delta(6n, [])])).toMatchObject([accepted(5), rejected('another version')]);
    expect(await verdicts([delta(0n, [])])).toMatchObject([rejected('another version')]);
  });

  it('that cannot be served is refused once: what follows it is passed over until the state comes', async () => {
    const thief = exampleUser(['one']);
    const answers = await verdicts([
      state(5n, [user]),
      delta(5n, [thief]),
      delta(6n, [keys[0]]),
      heartbeat(7n),
      state(7n, [user, keys[0]]),
      delta(7n, [keys[1]]),
    ]);
    const [, refusal, ...rest] = answers;
    expect(refusal).toMatchObject(rejected('again'));
    expect(rest).toMatchObject([undefined, undefined, accepted(7), accepted(8)]);
  });
});

describe('a heartbeat', () => {
  it('says nothing new at the version that is served', async () => {
    expect(await verdicts([heartbeat(0n), state(5n, []), heartbeat(5n)])).toMatchObject([
      undefined,
      accepted(5),
      undefined,
    ]);
  });

  it('of another version means that one was lost', async () => {
    expect(await verdicts([state(5n, []), heartbeat(6n)])).toMatchObject([accepted(5), rejected('missing')]);
  });
});
