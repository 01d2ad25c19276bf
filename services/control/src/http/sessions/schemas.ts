import { z } from 'zod';
import { pageQuery } from '../schemas/page.ts';
import { time } from '../schemas/values.ts';

const sessionId = z.string().meta({ description: 'The `X-Session-ID` as it was sent.' });

export const sessionsQuery = z.strictObject({
  ...pageQuery,
  // A session's id has at most 256 characters, and a cursor names one.
  cursor: z.string().min(1).max(800).optional().meta({ description: 'From `next_cursor` of the page before.' }),
  user: z.string().min(1).max(100).optional().meta({ description: 'Only the sessions of this user.' }),
});

export const sessionParams = z.object({
  user: z.string().max(100),
  id: z.string().max(256).meta({ description: 'The `X-Session-ID`, URL-encoded.' }),
});

export const storedSessionSchema = z
  .object({
    id: sessionId,
    user: z.string(),
    started_at: time.nullable().meta({ description: '`null` where it began before the gateway noted such times.' }),
    last_active_at: time.meta({ description: 'When its last turn was stored.' }),
    expires_at: time.meta({ description: 'When it is forgotten unless it goes on.' }),
    stored_parts: z.int().meta({
      description: 'Encrypted pieces that are stored: a turn each, or several for a turn with tool calls.',
    }),
  })
  .meta({ id: 'StoredSession', description: 'What is known of a conversation without opening it.' });
