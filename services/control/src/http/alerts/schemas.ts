import { alertKinds } from '@palimpsest/domain';
import { z } from 'zod';
import { pageQuery } from '../schemas/page.ts';
import { idOf, time } from '../schemas/values.ts';

const states = ['open', 'acknowledged', 'ended'] as const;

export const alertsQuery = z.strictObject({
  ...pageQuery,
  cursor: pageQuery.cursor.refine((text) => text === undefined || /^alr_[0-9A-HJKMNP-TV-Z]{26}$/.test(text), {
    error: 'must be a `next_cursor` of this list',
  }),
  state: z.enum(states).optional(),
});

export const alertSchema = z
  .object({
    id: idOf('alr'),
    kind: z.enum(alertKinds),
    target: z.string().meta({ description: 'What it is about: a key, a provider and model, a figure of the pool.' }),
    message: z.string(),
    state: z.enum(states).meta({ description: '`acknowledged`: still so, and seen. `ended`: over, seen or not.' }),
    at: time.meta({ description: 'When it was raised.' }),
    ended_at: time.nullable(),
    acknowledged_at: time.nullable(),
    acknowledged_by: z.string().nullable().meta({ description: '`operator` or `dashboard`.' }),
  })
  .meta({ id: 'Alert' });
