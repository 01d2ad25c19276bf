import { rowOf } from '../model-table.ts';
import type { Provider } from '../provider.ts';
import { modelTable } from './model-data.ts';

export const capabilities: Provider['capabilities'] = (model) => rowOf(modelTable, model) ?? { can: {} };
