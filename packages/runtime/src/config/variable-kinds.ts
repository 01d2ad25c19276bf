import { isIP } from 'node:net';
import { z } from 'zod';
import { Secret } from '../secret.ts';

/** How the text of a variable becomes a value, and what the operator may write. */
export type VariableKind<Value> = {
  /** From the text as written to the value. Its messages never repeat the text. */
  readonly schema: z.ZodType<Value, string>;
  /** Follows "allowed: ". */
  readonly allowed: string;
};

const dayMs = 86_400_000;

const kind = <Value>(allowed: string, schema: z.ZodType<Value, string>): VariableKind<Value> => ({ allowed, schema });

/** A whole number in decimal digits, bounds included. */
export function wholeNumber(least: number, most: number, unit = ''): VariableKind<number> {
  const fault = `is not a whole number from ${least} to ${most}`;
  return kind(
    `a whole number from ${least} to ${most}${unit === '' ? '' : ` (${unit})`}`,
    z
      .string()
      .regex(/^\d{1,15}$/, fault)
      .transform(Number)
      .refine((value) => value >= least && value <= most, fault),
  );
}

export const port = wholeNumber(1, 65_535, 'a TCP port');
/** At most a day, far below what a timer can hold. */
export const milliseconds = (least: number): VariableKind<number> => wholeNumber(least, dayMs, 'milliseconds');

export function oneOf<const Word extends string>(...words: readonly [Word, ...Word[]]): VariableKind<Word> {
  return kind(words.join(', '), z.enum(words, 'is none of the allowed words'));
}

/** `1` and `0`. */
export const flag: VariableKind<boolean> = kind(
  '0 or 1',
  z.enum(['0', '1'], 'is neither 0 nor 1').transform((word) => word === '1'),
);

export const path: VariableKind<string> = kind(
  'the path of a file or folder',
  z.string().refine((text) => !text.includes('\0'), 'is not a path'),
);

/** A host name, an IPv4 or an IPv6 address, without brackets or port. */
export const host: VariableKind<string> = kind(
  'a host name or an IP address, without a port',
  z.string().regex(/^(?:[\w-]+(?:\.[\w-]+)*|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)$/, 'is not a host'),
);

const isAddressRange = (text: string): boolean => {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
};

/** `10.0.0.7,10.1.0.0/16,fd00::/8`. */
export const addressRanges: VariableKind<readonly string[]> = kind(
  'IP addresses or ranges of them (10.0.0.0/8), several separated by commas',
  z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isAddressRange), 'is not a list of IP addresses or ranges'),
);

export const word: VariableKind<string> = kind(
  'visible ASCII characters without spaces',
  z.string().regex(/^[\x21-\x7e]+$/, 'holds a space or an invisible character'),
);

export type HostAndPort = { readonly host: string; readonly port: number };

const hostAndPort = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/;

/** `host:port,host:port`; an IPv6 address stands in brackets. */
export const hostList: VariableKind<readonly HostAndPort[]> = kind(
  'host:port, several separated by commas',
  z.string().transform((text, context) => {
    const matches = text.split(',').map((entry) => hostAndPort.exec(entry.trim()));
    const found = matches.flatMap((match) => {
      const [, bracketed, plain] = match ?? [];
      const [name, number] = [bracketed ?? plain, Number(match?.[3])];
      return name !== undefined && number >= 1 && number <= 65_535 ? [{ host: name, port: number }] : [];
    });
    if (found.length < matches.length) context.addIssue('is not a list of host:port');
    return found;
  }),
);

const url = (protocols: readonly string[]) =>
  z.string().refine(
    (text) => {
      const parsed = URL.parse(text);
      return parsed !== null && protocols.includes(parsed.protocol) && parsed.hostname !== '';
    },
    `is not a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );

export const httpUrl: VariableKind<string> = kind('an http:// or https:// URL', url(['http:', 'https:']));

/** Secret as a whole: it may carry a password. */
export const redisUrl: VariableKind<Secret> = kind(
  'redis://[user:password@]host[:port][/database], or the same with rediss:// for TLS',
  url(['redis:', 'rediss:']).transform((text) => new Secret(text)),
);

/** Any text that must not be printed, of a form that a pattern describes. */
export function secret(allowed: string, form: RegExp, fault: string): VariableKind<Secret> {
  return kind(
    allowed,
    z
      .string()
      .regex(form, fault)
      .transform((text) => new Secret(text)),
  );
}
