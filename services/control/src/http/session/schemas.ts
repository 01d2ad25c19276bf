import { z } from 'zod';
import { time } from '../schemas/values.ts';

export const loginBody = z.strictObject({
  operator_key: z.string().max(1000).meta({ format: 'password', writeOnly: true }),
});

export const sessionSchema = z
  .object({
    csrf_token: z.string().meta({ description: 'Sent as `x-csrf-token` with every change.' }),
    expires_at: time,
  })
  .meta({ id: 'Session' });
