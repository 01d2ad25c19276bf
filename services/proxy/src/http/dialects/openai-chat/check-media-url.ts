import { isIP } from 'node:net';
import { GatewayError, isForbiddenHost, isJsonObject, type JsonObject } from '@palimpsest/domain';
import { isPublicAddress } from '@palimpsest/runtime';

/**
 * A part that names an address (`image_url`; also `video_url`, `audio_url` of compatible servers): https, http or data, and nowhere in a
 * network of one's own. Nobody may be made to call such an address for a client, neither the gateway nor a server that it passes them on to.
 */
export function checkMediaUrl(part: JsonObject, at: string): GatewayError | undefined {
  const { type } = part;
  if (typeof type !== 'string' || !type.endsWith('_url')) return undefined;
  const member = part[type];
  const url = isJsonObject(member) ? member.url : member;
  const param = `${at}.${type}.url`;
  if (typeof url !== 'string') return refused(param, 'must be a string');
  if (/^data:/i.test(url)) return undefined;
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'https:' && parsed.protocol !== 'http:'))
    return refused(param, 'must be an https, http or data URL');
  return isElsewhere(parsed.hostname) ? undefined : refused(param, 'is no address of the public internet');
}

/** Names that mean a network of one's own, wherever they are resolved: RFC 6761 and 6762, and ICANN's `internal`. */
const ownNames = /(?:^|\.)(?:localhost|local|internal)$/;

/**
 * `host` is as the URL parser leaves it, which has read `2130706433` and `0x7f.1` as 127.0.0.1. Where other names lead is seen when they
 * are called.
 */
function isElsewhere(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (isForbiddenHost(name)) return false;
  return isIP(name) === 0 ? name.includes('.') && !ownNames.test(name) : isPublicAddress(name);
}

const refused = (param: string, why: string): GatewayError =>
  new GatewayError('invalid_request', `'${param}' ${why}.`, {
    param,
    upstream: { status: 400, type: 'invalid_request_error', code: 'invalid_image_url' },
  });
