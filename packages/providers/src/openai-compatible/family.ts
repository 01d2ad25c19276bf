import { matchesGlob } from '@palimpsest/domain';
import { type FamilyData, modelTable } from './model-data.ts';

const isAmong = (globs: readonly string[], text: string): boolean => globs.some((glob) => matchesGlob(glob, text));

/** Whose server it is: told by the host, and for hosts that nobody knows by the name of the model. */
export const familyOf = (model: string, host?: string): FamilyData | undefined =>
  modelTable.families.find(({ hosts }) => host !== undefined && isAmong(hosts, host)) ??
  modelTable.families.find(({ models }) => isAmong(models, model));
