import { GatewayError, withoutClosingSlashes } from '@palimpsest/domain';
import { operationPaths } from '../inbound.ts';

const known = [...Object.values(operationPaths), '/v1/models'];

/**
 * Refuses a path that nothing is at. A client whose base URL lacks `/v1`, or has more than that, is told so.
 * @param url as it was asked for, with its query.
 */
export function unknownPath(method: string, url: string): GatewayError {
  const [path = ''] = url.split('?', 1);
  const trimmed = withoutClosingSlashes(path);
  const meant = known.find((one) => trimmed.endsWith(one.slice('/v1'.length)));
  const hint = meant === undefined ? '' : ` It is at ${meant}: a client's base URL ends with /v1.`;
  return new GatewayError('not_found', `There is no ${method} ${path} here.${hint}`);
}
