import { GatewayError, type Json, type JsonObject } from '@palimpsest/domain';

/** A fault of the body as the client sees it: 400 with the field at fault. */
export const fault = (param: string, message: string): GatewayError =>
  new GatewayError('invalid_request', message, { param });

/** A check gives the fault it found, or nothing. */
export type Check = (value: Json | undefined, param: string) => GatewayError | undefined;

const shown = (value: Json | undefined): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

/** Absent and `null` pass: OpenAI takes `null` for "not set". */
export const optional =
  (check: Check): Check =>
  (value, param) =>
    value === undefined || value === null ? undefined : check(value, param);

export const boolean: Check = (value, param) =>
  typeof value === 'boolean' ? undefined : fault(param, `'${param}' must be true or false, not ${shown(value)}.`);

export const text: Check = (value, param) =>
  typeof value === 'string' && value !== ''
    ? undefined
    : fault(param, `'${param}' must be a non-empty string, not ${shown(value)}.`);

/** As many letters as an operator may give a model that a key serves. */
const longestModel = 200;

export const modelName: Check = (value, param) =>
  text(value, param) ??
  ((value as string).length <= longestModel
    ? undefined
    : fault(param, `'${param}' must have at most ${longestModel} characters, not ${(value as string).length}.`));

export const object: Check = (value, param) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? undefined
    : fault(param, `'${param}' must be an object, not ${shown(value)}.`);

export const between =
  (least: number, most: number): Check =>
  (value, param) =>
    typeof value === 'number' && value >= least && value <= most
      ? undefined
      : fault(param, `'${param}' must be a number from ${least} to ${most}, not ${shown(value)}.`);

export const wholeBetween =
  (least: number, most: number): Check =>
  (value, param) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : fault(param, `'${param}' must be a whole number from ${least} to ${most}, not ${shown(value)}.`);

export const oneOf =
  (...allowed: readonly string[]): Check =>
  (value, param) =>
    typeof value === 'string' && allowed.includes(value)
      ? undefined
      : fault(param, `'${param}' must be one of ${allowed.join(', ')}, not ${shown(value)}.`);

/** Runs a table of checks over an object's fields; the first fault wins. */
export function checkFields(
  body: JsonObject,
  checks: Readonly<Record<string, Check>>,
  under = '',
): GatewayError | undefined {
  for (const name in checks) {
    const found = checks[name]?.(body[name], under === '' ? name : `${under}${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
