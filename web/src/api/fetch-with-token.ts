import { csrfToken, rememberCsrfToken } from './csrf-token.ts';

const READS = 'GET';
const FORBIDDEN = 403;

/**
 * `fetch`, with the session's CSRF token in every change. Another tab may have signed in anew, and the cookie is that of both: where the token
 * is refused for it, the session is read again and the change is sent once more.
 */
export async function fetchWithToken(request: Request): Promise<Response> {
  if (request.method === READS) return fetch(request);
  const again = request.clone();
  const response = await fetch(withToken(request));
  if (response.status !== FORBIDDEN || !(await saysWrongToken(response.clone()))) return response;
  const session = await fetch(new URL('/api/v1/session', request.url));
  if (!session.ok) return response;
  rememberCsrfToken(((await session.json()) as { readonly csrf_token: string }).csrf_token);
  return fetch(withToken(again));
}

function withToken(request: Request): Request {
  const token = csrfToken();
  if (token !== undefined) request.headers.set('x-csrf-token', token);
  return request;
}

async function saysWrongToken(response: Response): Promise<boolean> {
  const problem: unknown = await response.json().catch(() => undefined);
  return (
    typeof problem === 'object' &&
    problem !== null &&
    'type' in problem &&
    problem.type === 'urn:palimpsest:problem:csrf_token_wrong'
  );
}
