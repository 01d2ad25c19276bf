import createClient from 'openapi-fetch';
import { csrfToken } from './csrf-token.ts';
import type { paths } from './schema.gen.ts';

/** The operator API at the origin of this page, signed in by its session cookie. A wrong path or body does not compile. */
export const api = createClient<paths>();

api.use({
  onRequest({ request }) {
    const token = csrfToken();
    if (request.method !== 'GET' && token !== undefined) request.headers.set('x-csrf-token', token);
    return request;
  },
});
