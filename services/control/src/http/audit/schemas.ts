import { z } from 'zod';
import { idOf, time } from '../schemas/values.ts';

export const auditSchema = z
  .object({
    id: idOf('aud'),
    at: time,
    actor: z.string().meta({ description: '`operator`, `dashboard`, `import` or `command`.' }),
    action: z.string().meta({ example: 'key.create' }),
    target: z.string(),
    from: z.string().nullable().meta({ description: 'The address that the action came from.' }),
    before: z.unknown().meta({ description: 'What was there before, without secrets; `null` for nothing.' }),
    after: z.unknown(),
  })
  .meta({ id: 'AuditEntry' });
