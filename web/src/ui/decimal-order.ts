/** The order of two decimals that are not negative, such as money, by every place of theirs: below 0 where `a` is the smaller one. */
export function decimalOrder(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  if (left.whole.length !== right.whole.length) return left.whole.length - right.whole.length;
  return textOrder(left.whole, right.whole) || textOrder(left.places, right.places);
}

const parts = (decimal: string) => {
  const [whole = '', places = ''] = decimal.split('.');
  return { whole: whole.replace(/^0+(?=\d)/, ''), places: places.replace(/0+$/, '') };
};

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
