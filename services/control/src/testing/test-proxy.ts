import {
  decodeRecord,
  makeClient,
  outbox,
  recordIdFromProto,
  SnapshotService,
  type TlsMaterial,
  type WatchSnapshotsResponse,
} from '@palimpsest/contracts';
import { type ConfigRecord, recordId } from '@palimpsest/domain';

/** A proxy that takes everything as it comes and refuses what the test refuses. `from` is where it stands when it connects. */
export function startTestProxy(
  port: number,
  tls: TlsMaterial,
  from = { origin: '', version: 0 },
  refuses: (push: WatchSnapshotsResponse['push']) => string | undefined = () => undefined,
) {
  const { call, close } = makeClient(SnapshotService, { address: `127.0.0.1:${port}`, peer: 'control', tls });
  const answers = outbox<{ proxyId: string; origin: string; acceptedVersion: bigint; rejection?: string }>();
  const pushes: WatchSnapshotsResponse['push'][] = [];
  const records = new Map<string, ConfigRecord>();
  let place = from;
  const tell = (rejection?: string): void =>
    answers.push({
      proxyId: 'proxy-1',
      origin: place.origin,
      acceptedVersion: BigInt(place.version),
      ...(rejection === undefined ? {} : { rejection }),
    });

  const take = (push: WatchSnapshotsResponse['push']): void => {
    const reason = refuses(push);
    if (reason !== undefined) {
      tell(reason);
      return;
    }
    if (push.case === 'delta')
      for (const id of push.value.deletes.map(recordIdFromProto)) records.delete(`${id.kind}/${id.id}`);
    if (push.case !== 'statePart' && push.case !== 'delta') return;
    const news = push.case === 'statePart' ? push.value.records : push.value.upserts;
    for (const one of news.map(decodeRecord)) records.set(`${one.kind}/${recordId(one)}`, one);
    if (!push.value.last) return;
    const origin = push.case === 'statePart' ? push.value.origin : place.origin;
    place = { origin, version: Number(push.case === 'statePart' ? push.value.version : push.value.toVersion) };
    tell();
  };

  const reading = (async () => {
    tell();
    for await (const { push } of call.watchSnapshots(answers)) {
      pushes.push(push);
      take(push);
    }
  })();
  return {
    pushes,
    records,
    place: () => place,
    /** The cases of what was pushed, heartbeats left out. */
    cases: () => pushes.map((push) => push.case).filter((name) => name !== 'heartbeat'),
    async stop() {
      answers.end();
      close();
      await reading.catch(() => undefined);
    },
  };
}
