import { withoutClosingSlashes } from '@palimpsest/domain';
import { z } from 'zod';

export const publicApiSchema = z.object({
  base_url: z.string().nullable().meta({
    description: 'The base URL of OpenAI clients, after `PALIMPSEST_PUBLIC_URL`; `null` where that is unset.',
  }),
  port: z.int().meta({ description: 'The port of the proxies.' }),
});

/** Where clients reach the public API. */
export type PublicApi = z.output<typeof publicApiSchema>;

/** @param url as the operator wrote it, with or without `/v1`. */
export const publicApi = (url: string | undefined, port: number): PublicApi => ({
  base_url: url === undefined ? null : `${withoutClosingSlashes(url).replace(/\/v1$/, '')}/v1`,
  port,
});
