import { providerNames } from '@palimpsest/domain';
import { z } from 'zod';
import type { KeyChange, KeyInput } from '../../provider-keys/rules.ts';
import { secretForm } from '../../provider-keys/secret.ts';
import { limits } from '../schemas/limit.ts';
import { modelName, name } from '../schemas/values.ts';

const mostModels = 500;
const longestTimeoutMs = 86_400_000;

const secret = z
  .string()
  .regex(secretForm, { error: 'must be 1 to 4096 visible ASCII characters, without blanks' })
  .meta({ format: 'password', writeOnly: true });

const modelEntry = z.union(
  [
    modelName,
    z.strictObject({
      name: modelName.refine((text) => !text.includes('*'), { error: 'must be a name, not a glob' }),
      upstream: modelName,
    }),
  ],
  { error: 'must be a model name, a glob such as "gpt-4*", or {"name", "upstream"}' },
);

const models = z
  .array(modelEntry)
  .max(mostModels)
  .superRefine((entries, context) => {
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const text = typeof entry === 'string' ? entry : entry.name;
      if (seen.has(text)) context.addIssue({ code: 'custom', path: [index], message: `names "${text}" a second time` });
      seen.add(text);
    }
  });

const timeout = z.int().min(1).max(longestTimeoutMs).nullish();
const timeouts = z
  .strictObject({ first_byte_ms: timeout, stall_ms: timeout, plain_ms: timeout })
  .transform(({ first_byte_ms, stall_ms, plain_ms }) => ({
    ...(first_byte_ms == null ? {} : { firstByteMs: first_byte_ms }),
    ...(stall_ms == null ? {} : { stallMs: stall_ms }),
    ...(plain_ms == null ? {} : { plainMs: plain_ms }),
  }))
  .meta({ description: "Milliseconds; each in place of the gateway's own." });

const members = {
  name,
  models: models.nullish().meta({ description: "Empty: the provider's own families." }),
  base_url: z.string().trim().max(2000).nullish().meta({ description: "Absent: the provider's own address." }),
  vendor: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be 1 to 200 visible ASCII characters' })
    .nullish()
    .meta({
      description:
        'What outages, locality and prices are kept by; absent: the provider, or the origin of a compatible server.',
    }),
  quota_group: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, ".", "_" or "-"' })
    .nullish()
    .meta({ description: 'Keys of one group drain one bucket at the provider.' }),
  limits: limits.nullish(),
  timeouts: timeouts.nullish(),
  enabled: z.boolean(),
};

/** A new key, to domain words; its secret stays apart. */
export const newKeyBody = z
  .strictObject({ ...members, provider: z.enum(providerNames), secret, enabled: members.enabled.default(true) })
  .transform(({ secret: text, ...body }): { input: KeyInput; secret: string } => ({
    secret: text,
    input: {
      name: body.name,
      provider: body.provider,
      models: body.models ?? [],
      baseUrl: body.base_url ?? null,
      vendor: body.vendor ?? null,
      quotaGroup: body.quota_group ?? null,
      limits: body.limits ?? [],
      timeouts: body.timeouts ?? {},
      enabled: body.enabled,
    },
  }));

/** A change: what is absent stays, `null` brings the default back. */
export const keyChangeBody = z
  .strictObject({ ...members, secret, enabled: members.enabled })
  .partial()
  .transform(({ secret: text, ...body }): { change: KeyChange; secret: string | undefined } => ({
    secret: text,
    change: {
      ...(body.name === undefined ? {} : { name: body.name }),
      ...(body.models === undefined ? {} : { models: body.models ?? [] }),
      ...(body.base_url === undefined ? {} : { baseUrl: body.base_url }),
      ...(body.vendor === undefined ? {} : { vendor: body.vendor }),
      ...(body.quota_group === undefined ? {} : { quotaGroup: body.quota_group }),
      ...(body.limits === undefined ? {} : { limits: body.limits ?? [] }),
      ...(body.timeouts === undefined ? {} : { timeouts: body.timeouts ?? {} }),
      ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
    },
  }));

export const suspendBody = z.strictObject({ reason: z.string().trim().min(1).max(500).optional() }).nullish();
