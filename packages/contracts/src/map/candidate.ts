import { type Candidate, providerKeyId } from '@palimpsest/domain';
import type { Candidate as ProtoCandidate } from '../gen/palimpsest/usage/v1/usage_event_pb.ts';

export const candidateFromProto = (candidate: ProtoCandidate): Candidate => ({
  key: providerKeyId(candidate.keyId),
  provider: candidate.provider,
  model: candidate.model,
  verdict: candidate.verdict,
  untilMs: candidate.untilMs === undefined ? null : Number(candidate.untilMs),
  remaining: candidate.remaining === undefined ? null : Number(candidate.remaining),
});
