import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Facts } from './classification/facts.ts';

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `m(?!s)` keeps 644ms from being 644 minutes. */
const durationForm = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?/;

/** A duration as providers write it (`20s`, `7m12s`, `1.985s`, `174ms`, `1h2m3s`), in milliseconds. */
export function parseDuration(text: string): number | undefined {
  const found = durationForm.exec(text);
  if (found === null || found[0] === '') return undefined;
  const [, days, hours, minutes, seconds, milliseconds] = found;
  const part = (value: string | undefined, unit: keyof typeof unitMs): number => Number(value ?? 0) * unitMs[unit];
  return Math.ceil(
    part(days, 'd') + part(hours, 'h') + part(minutes, 'm') + part(seconds, 's') + part(milliseconds, 'ms'),
  );
}

const isNumber = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text);

/** The three forms of an HTTP date (RFC 9110, 5.6.7), the last of which names no zone, and RFC 3339. */
const dateForm = /^(?:[A-Z][a-z]{2,8},\s|(?<asctime>[A-Z][a-z]{2}\s[A-Z][a-z]{2}\s)|\d{4}-\d\d-\d\dT)/;

/** Unix ms of an HTTP or RFC 3339 date. A bare `Date.parse` takes `0.5` and `-1` for dates, so the form is looked at first. */
function parseDate(text: string): number | undefined {
  const form = dateForm.exec(text);
  if (form === null) return undefined;
  const at = Date.parse(form.groups?.asctime === undefined ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : at;
}

/** Absolute moments count from the answer's own `date`, so that neither side's clock matters; without one nothing can be said. */
function untilMs(atMs: number | undefined, facts: Pick<Facts, 'headers'>): number | undefined {
  const now = parseDate(facts.headers.date ?? '');
  return atMs === undefined || now === undefined ? undefined : atMs - now;
}

/** A number of seconds, a duration, an epoch in ms or s, or a date: whatever a reset field holds; in milliseconds from the answer's `date`. */
export function parseReset(value: Json | undefined, facts: Pick<Facts, 'headers'>): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!isNumber(text)) return parseDuration(text) ?? untilMs(parseDate(text), facts);
  const number = Number(text);
  if (number > 1e12) return untilMs(number, facts);
  if (number > 1e9) return untilMs(number * 1000, facts);
  return Math.ceil(number * 1000);
}

function fromRetryHeaders(facts: Facts): number | undefined {
  const milliseconds = facts.headers['retry-after-ms']?.trim() ?? '';
  if (isNumber(milliseconds) && Number(milliseconds) > 0) return Math.ceil(Number(milliseconds));
  const value = facts.headers['retry-after']?.trim() ?? '';
  // A header that was sent twice is one list.
  const seconds = value.split(',').map((part) => part.trim().replace(/s$/, ''));
  if (seconds.every(isNumber)) return Math.ceil(Math.max(...seconds.map(Number)) * 1000);
  return untilMs(parseDate(value), facts);
}

/** Proxies write the protobuf duration `46.5s` as an object. */
const durationOf = ({ seconds, nanos }: JsonObject): number => Number(seconds ?? 0) + Number(nanos ?? 0) / 1e9;

function* resetFields(layer: JsonObject): Iterable<Json | undefined> {
  if (isJsonObject(layer.availability)) yield layer.availability.retry_after;
  for (const place of [layer, isJsonObject(layer.metadata) ? layer.metadata : {}]) {
    yield place.retry_after ?? place.retryAfter;
    yield place.resets_at;
    yield place.resets_in_seconds;
    if (typeof place.retry_after_ms === 'number') yield place.retry_after_ms / 1000;
    if (isJsonObject(place.headers)) yield place.headers['X-RateLimit-Reset'];
  }
  if (!Array.isArray(layer.details)) return;
  // google.rpc.RetryInfo; the entries come in any order.
  for (const detail of layer.details) {
    if (!isJsonObject(detail)) continue;
    yield isJsonObject(detail.retryDelay) ? durationOf(detail.retryDelay) : detail.retryDelay;
  }
}

function fromBody(facts: Facts): number | undefined {
  return longest(facts.layers.flatMap((layer) => [...resetFields(layer)].map((field) => parseReset(field, facts))));
}

/** `1 minute and 30 seconds`, from the start of the text; the unit may stand beside its number. */
function parseSpoken(text: string): number | undefined {
  const part =
    /\s*(?:and\s+|,\s*)?(\d{1,9}(?:\.\d{1,9})?)\s*(milliseconds?|ms|s|m|h|d|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?)\b/iy;
  let waitMs: number | undefined;
  for (let found = part.exec(text); found !== null; found = part.exec(text)) {
    const [, amount, unit = ''] = found;
    const short = /^m(?:s|illi)/i.test(unit) ? 'ms' : (unit.charAt(0).toLowerCase() as keyof typeof unitMs);
    waitMs = (waitMs ?? 0) + Math.ceil(Number(amount) * unitMs[short]);
  }
  return waitMs;
}

/** `1.02:03:04`, as .NET writes a time span: days, hours, minutes, seconds. */
function parseTimeSpan(text: string): number | undefined {
  const span = /^(?:(\d{1,3})\.)?(\d\d):(\d\d):(\d\d)/.exec(text);
  if (span === null) return undefined;
  const [days, hours, minutes, seconds] = span.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return days * unitMs.d + hours * unitMs.h + minutes * unitMs.m + seconds * unitMs.s;
}

/** What a wait or a moment follows in a text. */
const waitWords =
  /(?:try again|retry(?:ing)?|wait|available again|resets?|replenished)[\s:]{1,2}(?:(?:in|after|for|at|on|at least)[\s:]{1,2})?(?:about |approximately |~ ?)?(?=\d)/i;

function fromText(facts: Facts): number | undefined {
  const regain = /regain access on (\d{4}-\d\d-\d\d) at (\d\d:\d\d) UTC/i.exec(facts.text);
  if (regain !== null) return untilMs(parseDate(`${regain[1]}T${regain[2]}:00Z`), facts);
  const asked = waitWords.exec(facts.text);
  if (asked === null) return undefined;
  const told = facts.text.slice(asked.index + asked[0].length).slice(0, 80);
  const moment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/.exec(told);
  if (moment !== null) return untilMs(parseDate(moment[0]), facts);
  return parseTimeSpan(told) ?? parseSpoken(told) ?? parseDuration(told);
}

/** `"api";r=0;t=30`: what is left and the seconds until there is more (IETF draft-ietf-httpapi-ratelimit-headers). */
function fromRateLimit(facts: Facts): number | undefined {
  const left = /;\s*r=0(?!\d).{0,40};\s*t=(\d{1,9})/.exec(facts.headers.ratelimit ?? '');
  return left === null ? undefined : Number(left[1]) * 1000;
}

/**
 * `x-ratelimit-remaining-tokens: 0` names the empty bucket, its `reset` twin the time. Anthropic puts the bucket first
 * (`anthropic-ratelimit-tokens-remaining`); some hosts append the window (`-requests-day`).
 */
function fromBuckets(facts: Facts): readonly (number | undefined)[] {
  return Object.entries(facts.headers)
    .filter(([name, value]) => /limit.*-remaining(?:-|$)/.test(name) && /^0(?:\.0+)?$/.test(value.trim()))
    .map(([name]) => parseReset(facts.headers[name.replace('remaining', 'reset')], facts));
}

/** 32 days: no quota anywhere has a longer period, so a longer wait is no time but a slip, of units mostly. All others are kept as they are. */
const maxWaitMs = 32 * unitMs.d;

/** The longest wait named; none, zero and moments that are past name no time. */
function longest(waits: readonly (number | undefined)[]): number | undefined {
  const wait = waits.reduce<number>((most, one = 0) => Math.max(most, one), 0);
  return wait > 0 ? Math.min(maxWaitMs, wait) : undefined;
}

/**
 * How long the provider asks us to stay away, in milliseconds, rounded up; `null` where it names no time.
 * Where header, fields and text disagree the longest one holds (Gemini writes `46s` for what its text calls 46.43 s): a retry before it fails for certain.
 */
export function readRetryAfter(facts: Facts): number | null {
  const named = longest([fromRetryHeaders(facts), fromBody(facts), fromText(facts)]);
  return named ?? longest([...fromBuckets(facts), fromRateLimit(facts)]) ?? null;
}
