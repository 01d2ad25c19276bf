/** Money is a whole number of nano-dollars inside (1 USD = 1,000,000,000) and a decimal string outside: sums stay exact. */
export type NanoUsd = bigint;

const nanoPerUsd = 1_000_000_000n;

/** `0.0035` → 3500000n. `undefined` where the text is not a plain non-negative decimal with at most nine places. */
export function parseUsd(text: string): NanoUsd | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text);
  if (match === null) return undefined;
  return BigInt(match[1] ?? '0') * nanoPerUsd + BigInt((match[2] ?? '').padEnd(9, '0'));
}

/** 3500000n → `0.0035`; whole dollars without a point; never an exponent. */
export function formatUsd(nano: NanoUsd): string {
  const sign = nano < 0n ? '-' : '';
  const absolute = nano < 0n ? -nano : nano;
  const places = (absolute % nanoPerUsd).toString().padStart(9, '0').replace(/0+$/, '');
  return `${sign}${absolute / nanoPerUsd}${places === '' ? '' : `.${places}`}`;
}
