import { type AlertRules, alertRulesId, defaultAlertRules } from '@palimpsest/domain';
import type { Stored } from './registry-records.ts';

/** A registry that keeps the rules, whatever else it keeps. */
export type RulesRegistry = { get(kind: 'alert-rules', id: string): Promise<Stored<AlertRules> | undefined> };

/** The rules that an operator set, or those that hold without. */
export const readAlertRules = async (registry: RulesRegistry): Promise<AlertRules> =>
  (await registry.get('alert-rules', alertRulesId))?.value ?? defaultAlertRules;
