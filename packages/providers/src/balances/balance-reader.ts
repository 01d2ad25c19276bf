import type { ToldLimit } from '@palimpsest/domain';
import type { NativeRequest } from '../provider.ts';

/** What an account says of its money. */
type Balance = {
  readonly told: readonly ToldLimit[];
  /** Nothing is left. `resetsInMs`: milliseconds until it is again; `null`: when somebody pays. */
  readonly exhausted: { readonly reason: string; readonly resetsInMs: number | null } | undefined;
};

/** How an account is asked for what is left, with the key itself. */
export type BalanceReader = {
  /** What the request's path is appended to, from the key's base URL. */
  root(baseUrl: string): string;
  request(secret: string): NativeRequest;
  /** `nowMs` is Unix ms. `undefined`: not an answer to this question. Total. */
  read(body: string, nowMs: number): Balance | undefined;
  /** Whether an answer with something left proves an exhaustion with these words over. */
  ends(reason: string): boolean;
};

/** Figures without a reset of their own are believed until they have been asked for twice more. Milliseconds. */
export const believedMs = 20 * 60_000;
