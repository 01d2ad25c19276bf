import { z } from 'zod';
import { idOf, time } from '../schemas/values.ts';
import { simulatedRequest } from './simulated-request.ts';

export const simulateBody = z
  .strictObject({
    user: z.string().max(100).optional().meta({ description: "A user's id: only what this user may use." }),
    session_vendors: z
      .array(z.string().max(200))
      .max(100)
      .optional()
      .meta({ description: 'Vendors that served earlier turns of a session.' }),
    estimated_tokens: z.int().min(0).max(100_000_000).optional().meta({
      description:
        'Prompt and answer together; absent: 1000. Under a limit of cost they count as the answer where that is dearer, as far as a limit in the request lets them.',
    }),
    request: simulatedRequest.optional().meta({
      description:
        'A body of /v1/chat/completions or /v1/embeddings: only what can serve it. Absent: something that every key can serve.',
    }),
  })
  .nullish();

const chosenSchema = z.object({ key: idOf('key'), provider: z.string(), model: z.string() });

const candidateSchema = chosenSchema
  .extend({
    verdict: z.string().meta({
      description:
        'One of chosen, not-needed, sleeping, exhausted, suspended, disabled, unreadable, vendor, model, limit, concurrent, probing, unable.',
    }),
    until: time.nullable(),
    remaining: z.int().nullable().meta({ description: 'Requests left under the tightest day or month limit.' }),
    order: z.int().nullable().meta({ description: 'The place in which it would be asked; null: passed over.' }),
  })
  .meta({ id: 'SimulatedCandidate' });

export const simulationSchema = z
  .object({
    chosen: chosenSchema.nullable(),
    candidates: z.array(candidateSchema),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        retry_after: z.int().nullable().meta({ description: 'Seconds.' }),
      })
      .nullable()
      .meta({ description: 'How a proxy would refuse, where no key is chosen.' }),
  })
  .meta({ id: 'Simulation' });
