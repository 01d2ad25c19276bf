import type { Provider } from '@palimpsest/providers';

const longest = 200;

/** The account behind a key, as the headers of an answer that went well name it; `undefined`: they do not. */
export function accountOf(
  { accountHeaders }: Pick<Provider, 'accountHeaders'>,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const [whole, ...parts] = accountHeaders.map((name) => headers[name]?.trim() ?? '');
  if (whole === undefined || whole === '') return undefined;
  return [whole, ...parts].join(' ').trim().slice(0, longest);
}
