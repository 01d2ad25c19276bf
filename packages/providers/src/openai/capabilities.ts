import { rowOf } from '../model-table.ts';
import type { Provider } from '../provider.ts';
import { modelTable } from './model-data.ts';

/** Models that no row names are taken to be able to do anything. */
export const capabilities: Provider['capabilities'] = (model) => {
  const { can = {}, contextLength } = rowOf(modelTable, model) ?? {};
  return { can, ...(contextLength === undefined ? {} : { contextLength }) };
};
