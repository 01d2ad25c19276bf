import { searchText } from '../../ui/search-text.ts';

/** The address of the users page: what users are found by, if they are not all shown. */
export type UserSearch = { readonly find?: string | undefined };

/** Reads the address. What is not understood is `undefined` and not left out, for the router would put it back otherwise. */
export const userSearch = (search: Record<string, unknown>): UserSearch => ({ find: searchText(search.find) });
