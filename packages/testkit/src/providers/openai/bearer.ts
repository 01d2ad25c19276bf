import type { IncomingHttpHeaders } from 'node:http';

/** The secret behind `Authorization: Bearer`, where the header has that form. */
export const bearer = (headers: IncomingHttpHeaders): string | undefined =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
