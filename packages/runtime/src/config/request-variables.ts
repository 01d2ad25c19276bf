import { services, type Variable } from './variable.ts';
import { flag, milliseconds, oneOf, wholeNumber } from './variable-kinds.ts';

const MiB32 = '33554432';
const mostBytes = 1_073_741_824;

/** How requests are treated, and what is kept of them. */
export const requestVariables = {
  PALIMPSEST_SESSION_TURNS: {
    kind: wholeNumber(0, 1000, 'turns'),
    default: '4',
    readers: ['proxy'],
    meaning: 'Turns of a session that are sent again word for word.',
  },
  PALIMPSEST_SESSION_TTL_SECONDS: {
    kind: wholeNumber(1, 31_536_000, 'seconds'),
    default: '86400',
    readers: ['metering', 'proxy'],
    meaning: 'A session idle for longer is forgotten.',
  },
  PALIMPSEST_MAX_ATTEMPTS: {
    kind: wholeNumber(1, 100, 'attempts'),
    default: '8',
    readers: ['proxy'],
    meaning: 'Upstream attempts for one request.',
  },
  PALIMPSEST_MAX_WAIT_MS: {
    kind: milliseconds(0),
    default: '0',
    readers: ['proxy'],
    meaning: 'How long a request for which every key sleeps may wait for the first one to wake.',
  },
  PALIMPSEST_REQUEST_TIMEOUT_MS: {
    kind: milliseconds(1),
    default: '600000',
    readers: ['proxy'],
    meaning: 'The whole request, all attempts together.',
  },
  PALIMPSEST_FIRST_BYTE_TIMEOUT_MS: {
    kind: milliseconds(1),
    default: '120000',
    readers: ['proxy'],
    meaning: 'Streamed upstream calls: until the first event. A key may have its own.',
  },
  PALIMPSEST_STALL_TIMEOUT_MS: {
    kind: milliseconds(1),
    default: '60000',
    readers: ['proxy'],
    meaning: 'Streamed upstream calls: silence between events; comments and pings are none. A key may have its own.',
  },
  PALIMPSEST_PLAIN_TIMEOUT_MS: {
    kind: milliseconds(1),
    default: '300000',
    readers: ['proxy'],
    meaning: 'Plain upstream calls, from start to end. A key may have its own.',
  },
  PALIMPSEST_HEARTBEAT_MS: {
    kind: milliseconds(0),
    default: '10000',
    readers: ['proxy'],
    meaning:
      'Silence after which a buffered stream gets an SSE comment, and the pause between further ones; 0 = never.',
  },
  PALIMPSEST_STREAM_MODE: {
    kind: oneOf('buffered', 'gated', 'passthrough', 'stitched'),
    default: 'buffered',
    readers: ['proxy'],
    meaning: 'How streams are answered where the request has no `X-Palimpsest-Stream`.',
  },
  PALIMPSEST_MAX_BODY_BYTES: {
    kind: wholeNumber(1024, mostBytes, 'bytes'),
    default: MiB32,
    readers: ['proxy'],
    meaning: 'A larger request body is refused with 413.',
  },
  PALIMPSEST_MAX_ANSWER_BYTES: {
    kind: wholeNumber(1024, mostBytes, 'bytes'),
    default: MiB32,
    readers: ['proxy'],
    meaning: 'A larger upstream answer or stream is cut off with 502.',
  },
  PALIMPSEST_DEFAULT_MAX_TOKENS: {
    kind: wholeNumber(1, 10_000_000, 'tokens'),
    default: '4096',
    readers: ['proxy'],
    meaning: 'Sent where a provider demands a limit and none is known, and assumed in reservations.',
  },
  PALIMPSEST_COOLDOWN_MS: {
    kind: milliseconds(1),
    default: '30000',
    readers: ['proxy'],
    meaning:
      'First cooldown of a key after a transient failure that names no time; doubles per repeat, at most 15 minutes.',
  },
  PALIMPSEST_DRAIN_SECONDS: {
    kind: wholeNumber(0, 3600, 'seconds'),
    default: '30',
    readers: services,
    meaning: 'How long SIGTERM waits for requests in flight.',
  },
  PALIMPSEST_DRAIN_NOTICE_MS: {
    kind: milliseconds(0),
    default: '0',
    readers: ['proxy'],
    meaning:
      'How long a proxy that was told to stop goes on taking requests while `/readyz` says 503: what a balancer needs to notice. A part of the drain.',
  },
  PALIMPSEST_USAGE_STREAM_MAX: {
    kind: wholeNumber(100, 1_000_000_000, 'entries'),
    default: '200000',
    readers: ['proxy'],
    meaning:
      'Usage events that may wait for metering, a kilobyte or two each. Beyond it new calls get 503, so that none is lost.',
  },
  PALIMPSEST_REQUEST_LOG_DAYS: {
    kind: wholeNumber(1, 3650, 'days'),
    default: '30',
    readers: ['metering'],
    meaning: 'How long the request log is kept; roll-ups and audit outlive it.',
  },
  PALIMPSEST_REQUEST_LOG_MAX: {
    kind: wholeNumber(1, 100_000_000, 'entries'),
    default: '200000',
    readers: ['metering'],
    meaning: 'How many entries the request log keeps.',
  },
  PALIMPSEST_POLL_BALANCES: {
    kind: flag,
    default: '1',
    readers: ['control'],
    meaning:
      'Asks OpenRouter (`GET /key`) and DeepSeek (`GET /user/balance`) with the stored keys what is left: every ten minutes, and when a key was marked. `0`: never.',
  },
  PALIMPSEST_ALLOW_PRIVATE_WEBHOOKS: {
    kind: flag,
    default: '0',
    readers: ['control'],
    meaning:
      'Allows webhooks to loopback and private addresses. Link-local and cloud-metadata addresses are refused always.',
  },
} as const satisfies Record<string, Variable>;
