import { z } from 'zod';
import { limitSchema } from '../schemas/limit.ts';
import { remainingSchema } from '../schemas/standing.ts';
import { idOf, time } from '../schemas/values.ts';

const gatewayKeySchema = z
  .object({
    id: idOf('gwk'),
    fingerprint: z.string().meta({ description: "First eight hexadecimal digits of the key's SHA-256." }),
    created_at: time,
  })
  .meta({ id: 'GatewayKey' });

const shownOnce = z.string().meta({
  description: 'Shown this once; keep it. A proxy may not know it for up to a second: until then it answers 401.',
  example: 'pgw_live_…',
});

export const userSchema = z
  .object({
    id: idOf('usr'),
    name: z.string(),
    limits: z.array(limitSchema),
    models: z.array(z.string()).nullable(),
    gateway_keys: z.array(gatewayKeySchema),
    created_at: time,
    updated_at: time,
    remaining: z.array(remainingSchema),
  })
  .meta({ id: 'User' });

export const newUserSchema = userSchema.extend({ gateway_key: shownOnce }).meta({ id: 'NewUser' });

export const newGatewayKeySchema = gatewayKeySchema.extend({ gateway_key: shownOnce }).meta({ id: 'NewGatewayKey' });
