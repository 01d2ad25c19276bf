import { type Candidate, providerKeyId } from '@palimpsest/domain';
import type { Candidate as ProtoCandidate } from '../gen/palimpsest/usage/v1/usage_event_pb.ts';

export const candidateToProto = (candidate: Candidate): ProtoCandidate => ({
  $typeName: 'palimpsest.usage.v1.Candidate',
  keyId: candidate.key,
  provider: candidate.provider,
  model: candidate.model,
  verdict: candidate.verdict,
  ...(candidate.untilMs === null ? {} : { untilMs: BigInt(Math.round(candidate.untilMs)) }),
  ...(candidate.remaining === null ? {} : { remaining: BigInt(Math.round(candidate.remaining)) }),
});

export const candidateFromProto = (candidate: ProtoCandidate): Candidate => ({
  key: providerKeyId(candidate.keyId),
  provider: candidate.provider,
  model: candidate.model,
  verdict: candidate.verdict,
  untilMs: candidate.untilMs === undefined ? null : Number(candidate.untilMs),
  remaining: candidate.remaining === undefined ? null : Number(candidate.remaining),
});
