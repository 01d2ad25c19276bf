/** Values as they go to Redis and come back; the generated functions are made of these. */

/** The same bytes, as the client wants them. */
export const asBuffer = (value: Uint8Array): Buffer => Buffer.from(value.buffer, value.byteOffset, value.byteLength);

type Scalar = string | number | Buffer | null | undefined;

/** What is absent, as where a Lua table ends early, is the empty text. */
export const text = (value: unknown): string => String((value as Scalar) ?? '');

export const bytes = (value: unknown): Uint8Array => value as Uint8Array;

export const json = <Value>(value: unknown): Value => JSON.parse(String(value)) as Value;

export const texts = (value: unknown): string[] => (value as unknown[]).map(text);

export const numbers = (value: unknown): number[] => (value as unknown[]).map(Number);

export const bytesList = (value: unknown): Uint8Array[] => value as Uint8Array[];
