import type { Json } from '@palimpsest/domain';
import type { Answer } from './answer.ts';
import type { SimulatedCall } from './simulated-call.ts';

/** How an answer travels. Everything is optional: by default it arrives at once, whole, and as it should. */
export type Delivery = {
  /** Waited for before anything is sent, headers included. */
  readonly after?: Promise<unknown>;
  /** Milliseconds before the headers. */
  readonly delayMs?: number;
  /** Milliseconds between two events. */
  readonly paceMs?: number;
  /** Breaks off after so many events; a plain answer, in the middle of its body. */
  readonly cutAfterEvents?: number;
  /** Whether a cut looks like a clean end of the body or like a lost connection. Default `end`. */
  readonly cutBy?: 'end' | 'reset';
  /** Falls silent after so many events and holds the connection; a plain answer, in the middle of its body. */
  readonly stallAfterEvents?: number;
  /** Sends the provider's keep-alive this often before each event: comments, pings. */
  readonly keepAlives?: number;
  /** A keep-alive so many milliseconds apart for as long as a stall lasts. */
  readonly keepAliveEveryMs?: number;
  /** `false` leaves out what follows the finish reason for form's sake: OpenAI's `[DONE]`. */
  readonly done?: boolean;
  /** Sends this form whatever the caller asked for. */
  readonly as?: 'plain' | 'stream';
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** One thing that a simulated provider does with one call. */
export type Step =
  | { readonly do: 'answer'; readonly answer: Answer; readonly delivery: Delivery }
  /** A status and a body; where `body` is absent, the provider's usual one for that status. */
  | {
      readonly do: 'fail';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: Json;
    }
  /** Bytes as given, with status 200 unless told otherwise: pages, half documents, errors that call themselves answers. */
  | {
      readonly do: 'send';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
    }
  /** Takes the request and never answers. */
  | { readonly do: 'hang' }
  /** Drops the connection before any response byte. */
  | { readonly do: 'reset' };

/** A step, or a choice of one that depends on the call. */
export type ScriptedStep = Step | ((call: SimulatedCall) => Step);

export const answer = (what: string | Answer, delivery: Delivery = {}): Step => ({
  do: 'answer',
  answer: typeof what === 'string' ? { text: what } : what,
  delivery,
});

/** A stream that breaks off after `events` events. */
export const cutAfter = (events: number, what: string | Answer, cutBy: 'end' | 'reset' = 'end'): Step =>
  answer(what, { cutAfterEvents: events, cutBy });

/** A stream that falls silent after `events` events. */
export const stallAfter = (events: number, what: string | Answer): Step => answer(what, { stallAfterEvents: events });

/** `retryAfter` in seconds, as the header of that name. */
export function fail(
  status: number,
  how: { retryAfter?: number; headers?: Readonly<Record<string, string>>; body?: Json } = {},
): Step {
  const headers = {
    ...(how.retryAfter === undefined ? {} : { 'retry-after': String(how.retryAfter) }),
    ...how.headers,
  };
  return { do: 'fail', status, headers, ...(how.body === undefined ? {} : { body: how.body }) };
}

export const send = (body: string, contentType: string, status = 200): Step => ({
  do: 'send',
  status,
  headers: { 'content-type': contentType },
  body,
});

/** A login or block page of something between us and the provider. */
export const webPage = (status = 200): Step =>
  send(
    '<!doctype html><html><head><title>Sign in</title></head><body>Sign in to go on</body></html>',
    'text/html',
    status,
  );

export const hang = (): Step => ({ do: 'hang' });
export const resetConnection = (): Step => ({ do: 'reset' });
