import { notPublic } from '@palimpsest/runtime';
import { type Dispatcher, request } from 'undici';
import { checkWebhookAddress } from './address.ts';
import { type SignedParts, signatureHeaders } from './signature.ts';

export type Outgoing = {
  readonly url: string;
  readonly secret: string;
  readonly message: Pick<SignedParts, 'id' | 'body'>;
};

/** How a delivery went. `status` is `null` where there was no answer, `reason` is empty where it went well. */
export type Sent = {
  readonly ok: boolean;
  readonly status: number | null;
  readonly reason: string;
  readonly latencyMs: number;
};

export type Sending = { readonly dispatcher: Dispatcher; readonly allowPrivate: boolean };

const patienceMs = 15_000;
/** What a receiver answers is not looked at; a connection with less left to read can be used again. */
const mostReadBytes = 16 * 1024;

/** Delivers one message once. An answer of 2xx is success; redirects are not followed. Never throws. */
export async function sendMessage(
  { dispatcher, allowPrivate }: Sending,
  { url, secret, message }: Outgoing,
  signal: AbortSignal,
): Promise<Sent> {
  const startedAt = performance.now();
  const sent = (status: number | null, reason: string): Sent => ({
    ok: reason === '',
    status,
    reason,
    latencyMs: Math.round(performance.now() - startedAt),
  });
  const address = checkWebhookAddress(url, allowPrivate);
  if ('fault' in address) return sent(null, `not sent: the address ${address.fault}`);
  const timestampSeconds = Math.floor(Date.now() / 1000);
  try {
    const answer = await request(address.url, {
      dispatcher,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'palimpsest-gateway',
        ...signatureHeaders(secret, { ...message, timestampSeconds }),
      },
      body: message.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    await answer.body.dump({ limit: mostReadBytes }).catch(() => undefined);
    const { statusCode } = answer;
    return sent(statusCode, statusCode >= 200 && statusCode < 300 ? '' : `answered ${statusCode}`);
  } catch (error) {
    return sent(null, whyUnsent(error));
  }
}

/** In words of ours: what other texts hold is not known. */
function whyUnsent(error: unknown): string {
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  if (code === notPublic) return 'its name leads to an address that may not be called';
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'no answer in time';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name is not known';
  return `no connection${typeof code === 'string' && /^[A-Z_0-9]{1,50}$/.test(code) ? ` (${code})` : ''}`;
}
