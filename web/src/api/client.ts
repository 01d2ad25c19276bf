import createClient from 'openapi-fetch';
import { fetchWithToken } from './fetch-with-token.ts';
import type { paths } from './schema.gen.ts';

/** The operator API at the origin of this page, signed in by its session cookie. A wrong path or body does not compile. */
export const api = createClient<paths>({ fetch: fetchWithToken });
