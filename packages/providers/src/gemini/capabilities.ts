import type { Provider } from '../provider.ts';
import { modelData } from './model-data.ts';

/** Models that no row names are taken to be able to do anything. */
export const capabilities: Provider['capabilities'] = (model) => modelData(model).capabilities;
