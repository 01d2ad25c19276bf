import { formatUsd, type NanoUsd, parseUsd } from '@palimpsest/domain';
import { z } from 'zod';

/** What people call things. */
export const name = z.string().trim().min(1).max(200);

const ulid = '[0-9A-HJKMNP-TV-Z]{26}';

/** `<kind>_<ULID>`; another text is no such thing rather than a bad request, so it is not checked more closely. */
export const idParams = z.object({ id: z.string().max(100) });

export const idOf = (kind: string) => z.string().meta({ pattern: `^${kind}_${ulid}$`, example: `${kind}_01KXYZ…` });

/** RFC 3339 with a zone, to Unix ms. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 time with a zone, such as 2026-12-01T00:00:00Z' })
  .transform((text) => Date.parse(text));

/** RFC 3339 UTC, as answers have it. */
export const time = z.string().meta({ format: 'date-time' });
export const timeOf = (ms: number): string => new Date(ms).toISOString();
export const timeOrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : timeOf(ms);

/** A million dollars: such an amount, and what a call of any size costs by it, fits into the 64 bits that messages and sums have. */
export const mostNanoUsd: NanoUsd = 1_000_000_000_000_000n;

/** USD as a decimal string, or as a JSON number, to nano-dollars. */
export const usd = z
  .union([z.string(), z.number()], { error: 'must be USD as a decimal string, such as "2.50"' })
  .transform((amount, context): NanoUsd => {
    const text = typeof amount === 'number' ? amount.toFixed(9) : amount;
    const nano = parseUsd(text);
    if (nano !== undefined) return nano;
    context.addIssue({ code: 'custom', message: 'must be USD as a decimal, not negative, with at most nine places' });
    return z.NEVER;
  })
  .meta({ description: 'USD; a decimal string keeps every place.' });

/** USD as a decimal string. */
export const money = z.string().meta({ description: 'USD as a decimal string.', example: '0.0035' });
export const moneyOrNull = (nano: NanoUsd | undefined): string | null => (nano === undefined ? null : formatUsd(nano));

/** A public model name or a glob. */
export const modelName = z.string().trim().min(1).max(200);
