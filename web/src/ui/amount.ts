const whole = new Intl.NumberFormat(undefined);
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

/** A count in full: `48,210`. */
export const count = (amount: number): string => whole.format(amount);

/** A count where its size is enough: `1.2M`. */
export const shortCount = (amount: number): string => short.format(amount);

/** A share of 0 to 1 as a percentage. */
export const percent = (ratio: number): string => share.format(ratio);

/** USD with every place that the gateway gave, and at least whole cents: money is never a floating-point number here. */
export function usd(decimal: string): string {
  const [dollars = '', places = ''] = decimal.split('.');
  return decimal === '0' ? '$0' : `$${dollars}.${places.padEnd(2, '0')}`;
}

/** `1 key`, `2 keys`. */
export const counted = (amount: number, one: string, many = `${one}s`): string =>
  `${count(amount)} ${amount === 1 ? one : many}`;
