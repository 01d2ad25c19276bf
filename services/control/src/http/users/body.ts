import { z } from 'zod';
import type { UserInput } from '../../users/store.ts';
import { limits } from '../schemas/limit.ts';
import { modelName, name } from '../schemas/values.ts';

const models = z
  .array(modelName)
  .min(1, { error: 'must name at least one model; null allows all' })
  .max(500)
  .nullish()
  .meta({ description: 'Public model names or globs; `null`: all.' });

export const newUserBody = z
  .strictObject({ name, limits: limits.nullish(), models })
  .transform((body): UserInput => ({ name: body.name, limits: body.limits ?? [], models: body.models ?? undefined }));

/** A change: what is absent stays, `null` clears. */
export const userChangeBody = z
  .strictObject({ name: name.optional(), limits: limits.nullish(), models })
  .transform((body) => ({
    name: body.name,
    limits: body.limits === null ? [] : body.limits,
    models: body.models,
  }));
