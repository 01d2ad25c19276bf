import { toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { type Candidate, providerKeyId } from '@palimpsest/domain';
import { CandidateSchema, type Candidate as ProtoCandidate } from '../gen/palimpsest/usage/v1/usage_event_pb.ts';

export const candidateToProto = (candidate: Candidate): ProtoCandidate => ({
  $typeName: 'palimpsest.usage.v1.Candidate',
  keyId: candidate.key,
  provider: candidate.provider,
  model: candidate.model,
  verdict: candidate.verdict,
  ...(candidate.untilMs === null ? {} : { untilMs: BigInt(Math.round(candidate.untilMs)) }),
  ...(candidate.remaining === null ? {} : { remaining: BigInt(Math.round(candidate.remaining)) }),
});

/** Candidates without figures of the moment are said again and again, and are the same objects then. */
const encoded = new WeakMap<Candidate, Uint8Array>();

/**
 * One element of a repeated field, tag and length included, to be put behind the rest of its message: elements may stand anywhere
 * (protobuf.dev, "Encoding": the order of fields).
 */
export function encodeCandidate(fieldNumber: number, candidate: Candidate): Uint8Array {
  const known = encoded.get(candidate);
  if (known !== undefined) return known;
  const message = toBinary(CandidateSchema, candidateToProto(candidate));
  const element = new BinaryWriter().tag(fieldNumber, WireType.LengthDelimited).bytes(message).finish();
  if (candidate.untilMs === null && candidate.remaining === null) encoded.set(candidate, element);
  return element;
}

export const candidateFromProto = (candidate: ProtoCandidate): Candidate => ({
  key: providerKeyId(candidate.keyId),
  provider: candidate.provider,
  model: candidate.model,
  verdict: candidate.verdict,
  untilMs: candidate.untilMs === undefined ? null : Number(candidate.untilMs),
  remaining: candidate.remaining === undefined ? null : Number(candidate.remaining),
});
