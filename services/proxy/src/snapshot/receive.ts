import { setImmediate } from 'node:timers/promises';
import { decodeRecord, recordIdFromProto, type WatchSnapshotsResponse } from '@palimpsest/contracts';
import { type ConfigRecord, recordId } from '@palimpsest/domain';
import { withoutRecord, withRecord } from './apply-record.ts';
import { type Configuration, draftConfiguration, emptyConfiguration, has, sealed } from './configuration.ts';
import { faultOf } from './validate.ts';

/** A configuration and where it is from: versions compare within one origin alone. */
export type Served = { readonly origin: string; readonly version: number; readonly configuration: Configuration };

/** What is to be told to control after a push; nothing after a part, a heartbeat, and what belongs to a refused version. */
export type SnapshotVerdict =
  | { readonly type: 'accepted'; readonly served: Served }
  | { readonly type: 'rejected'; readonly reason: string };

type Push = WatchSnapshotsResponse['push'];
type Part = Extract<Push, { case: 'statePart' | 'delta' }>;

/** What has arrived of a version that is not whole yet. */
type Incoming = { readonly kind: Part['case']; readonly served: Served; readonly fault: string | undefined };

const sliceMs = 1;

/**
 * Takes the pushes of one stream in their order and says what becomes of each version. Works in slices of about a millisecond,
 * so that requests are served in between. After a refusal nothing counts until the whole state comes.
 */
export function receiver(served: Served | undefined): (push: Push) => Promise<SnapshotVerdict | undefined> {
  let accepted = served;
  let incoming: Incoming | undefined;
  let refused = false;

  const reject = (reason: string): SnapshotVerdict => {
    refused = true;
    incoming = undefined;
    return { type: 'rejected', reason };
  };

  const take = async (part: Part): Promise<SnapshotVerdict | undefined> => {
    incoming = await joined(begun(part, accepted, incoming), part);
    if (!part.value.last) return undefined;
    if (incoming.fault !== undefined) return reject(incoming.fault);
    accepted = { ...incoming.served, configuration: sealed(incoming.served.configuration) };
    incoming = undefined;
    return { type: 'accepted', served: accepted };
  };

  return async (push) => {
    switch (push.case) {
      case 'statePart':
        refused = false;
        return take(push);
      case 'delta':
        return refused ? undefined : take(push);
      case 'heartbeat':
        if (refused || incoming !== undefined || Number(push.value.version) === (accepted?.version ?? 0))
          return undefined;
        return reject('a version is missing');
      case undefined:
        return reject('a push of an unknown kind');
    }
  };
}

/** The version that a part belongs to: the one under way, or a new one. */
function begun(part: Part, accepted: Served | undefined, incoming: Incoming | undefined): Incoming {
  if (part.case === 'statePart') {
    const { origin } = part.value;
    const version = Number(part.value.version);
    if (incoming?.kind === 'statePart' && incoming.served.origin === origin && incoming.served.version === version)
      return incoming;
    return { kind: 'statePart', served: { origin, version, configuration: draftConfiguration() }, fault: undefined };
  }
  const version = Number(part.value.toVersion);
  if (incoming?.kind === 'delta' && incoming.served.version === version) return incoming;
  const from = accepted ?? { origin: '', version: 0, configuration: emptyConfiguration };
  const fault = accepted?.version === Number(part.value.fromVersion) ? undefined : 'a delta from another version';
  return { kind: 'delta', served: { ...from, version }, fault };
}

async function joined(incoming: Incoming, part: Part): Promise<Incoming> {
  if (incoming.fault !== undefined) return incoming;
  const { deletes, records } = contentsOf(part);
  const isNew = part.case === 'statePart';
  let { configuration } = incoming.served;
  let sliceEnd = performance.now() + sliceMs;
  const letOthersIn = async (): Promise<void> => {
    await setImmediate();
    sliceEnd = performance.now() + sliceMs;
  };
  try {
    for (const id of deletes) {
      configuration = withoutRecord(configuration, recordIdFromProto(id));
      if (performance.now() > sliceEnd) await letOthersIn();
    }
    for (const bytes of records) {
      const next = withNext(configuration, decodeRecord(bytes), isNew);
      if (typeof next === 'string') return { ...incoming, fault: next };
      configuration = next;
      if (performance.now() > sliceEnd) await letOthersIn();
    }
  } catch (error) {
    // Mappers throw where another version of this program wrote what this one cannot read; their texts carry no values.
    return { ...incoming, fault: error instanceof Error ? error.message : 'unreadable' };
  }
  return { ...incoming, served: { ...incoming.served, configuration } };
}

const contentsOf = (part: Part) =>
  part.case === 'delta'
    ? { deletes: part.value.deletes, records: part.value.upserts }
    : { deletes: [], records: part.value.records };

/** The configuration with one more record, or why it cannot be served. `isNew`: there must be none of its name yet. */
function withNext(configuration: Configuration, entry: ConfigRecord, isNew: boolean): Configuration | string {
  if (isNew && has(configuration, entry)) return `${entry.kind} ${recordId(entry)} twice`;
  return faultOf(configuration, entry) ?? withRecord(configuration, entry);
}
