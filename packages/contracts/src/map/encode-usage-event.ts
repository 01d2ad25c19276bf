import { type Candidate, type MeteredAttempt, noUsage, type Usage, type UsageEvent } from '@palimpsest/domain';
import {
  AttemptSchema,
  CandidateSchema,
  UsageEventSchema,
  UsageSchema,
} from '../gen/palimpsest/usage/v1/usage_event_pb.ts';
import { FieldWriter, tagsOf } from './field-writer.ts';

const eventTags = tagsOf(UsageEventSchema);
const attemptTags = tagsOf(AttemptSchema);
const candidateTags = tagsOf(CandidateSchema);
const usageTags = tagsOf(UsageSchema);

/** Writing waits for nothing, so that one of them is enough. */
const fields = new FieldWriter();

/** The bytes of one entry of the usage stream. @throws where a figure is no whole number, or below 0. */
export function encodeUsageEvent(event: UsageEvent): Uint8Array {
  for (const candidate of event.candidates) if (isLasting(candidate) && !lasting.has(candidate)) keepWritten(candidate);
  return fields.bytesOf(() => {
    fields.text(eventTags.requestId, event.requestId);
    fields.whole(eventTags.atMs, Math.round(event.atMs));
    fields.text(eventTags.userId, event.userId);
    fields.text(eventTags.gatewayKeyId, event.gatewayKeyId);
    fields.text(eventTags.session, event.session);
    fields.text(eventTags.clientRequestId, event.clientRequestId);
    fields.text(eventTags.model, event.model);
    fields.yes(eventTags.stream, event.stream);
    fields.text(eventTags.outcome, event.outcome);
    fields.text(eventTags.errorCode, event.errorCode);
    fields.text(eventTags.context, event.context);
    fields.whole(eventTags.latencyMs, Math.round(event.latencyMs));
    for (const attempt of event.chain) fields.message(eventTags.chain, attempt, writeAttempt);
    for (const candidate of event.candidates) writeElement(candidate);
    fields.whole(eventTags.snapshotVersion, event.snapshotVersion);
    fields.text(eventTags.provider, event.served?.provider);
    fields.text(eventTags.vendor, event.served?.vendor);
    fields.text(eventTags.keyId, event.served?.keyId);
    fields.text(eventTags.upstreamModel, event.served?.upstreamModel);
    writeUsage(eventTags.usage, event.usage);
    writeUsage(eventTags.operatorUsage, event.operatorUsage);
    fields.yes(eventTags.estimated, event.estimated);
    fields.count(eventTags.cost, event.cost);
    fields.count(eventTags.operatorCost, event.operatorCost);
    fields.text(eventTags.priceId, event.priceId);
  });
}

function writeAttempt(attempt: MeteredAttempt): void {
  fields.text(attemptTags.keyId, attempt.key);
  fields.text(attemptTags.provider, attempt.provider);
  fields.text(attemptTags.model, attempt.model);
  fields.text(attemptTags.class, attempt.class);
  fields.count(attemptTags.status, attempt.status);
  fields.given(attemptTags.reason, attempt.reason);
  fields.whole(attemptTags.latencyMs, Math.round(attempt.latencyMs));
  writeUsage(attemptTags.usage, attempt.usage);
  fields.text(attemptTags.quotaTag, attempt.quotaTag);
  fields.count(attemptTags.cost, attempt.cost);
  fields.yes(attemptTags.reached, attempt.reached);
  fields.whole(attemptTags.reservedAtMs, Math.round(attempt.reservedAtMs));
}

/** An absent message is a usage of nothing. */
function writeUsage(tag: number, usage: Usage): void {
  if (usage !== noUsage) fields.message(tag, usage, writeTokens);
}

function writeTokens(usage: Usage): void {
  fields.whole(usageTags.promptTokens, usage.promptTokens);
  fields.whole(usageTags.cachedTokens, usage.cachedTokens);
  fields.whole(usageTags.cacheWriteTokens, usage.cacheWriteTokens);
  fields.whole(usageTags.completionTokens, usage.completionTokens);
  fields.whole(usageTags.reasoningTokens, usage.reasoningTokens);
}

/** Candidates without figures of the moment are said again and again, and are the same objects then: as they are written. */
const lasting = new WeakMap<Candidate, Uint8Array>();

const isLasting = ({ untilMs, remaining }: Candidate): boolean => untilMs === null && remaining === null;

function keepWritten(candidate: Candidate): void {
  lasting.set(
    candidate,
    fields.bytesOf(() => fields.message(eventTags.candidates, candidate, writeCandidate)),
  );
}

/** One element of the event's list, tag and length included. */
function writeElement(candidate: Candidate): void {
  const written = lasting.get(candidate);
  if (written === undefined) fields.message(eventTags.candidates, candidate, writeCandidate);
  else fields.written(written);
}

function writeCandidate(candidate: Candidate): void {
  fields.text(candidateTags.keyId, candidate.key);
  fields.text(candidateTags.provider, candidate.provider);
  fields.text(candidateTags.model, candidate.model);
  fields.text(candidateTags.verdict, candidate.verdict);
  fields.count(candidateTags.untilMs, rounded(candidate.untilMs));
  fields.count(candidateTags.remaining, rounded(candidate.remaining));
}

const rounded = (figure: number | null): number | null => (figure === null ? null : Math.round(figure));
