/** Headers of a request as Node.js gives them, names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The first value of a header; most have only one. */
export const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
