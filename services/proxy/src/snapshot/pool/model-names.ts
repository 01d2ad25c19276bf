import { type Route, type ServingKey, upstreamModel } from '@palimpsest/domain';
import type { KeyChange } from './keys-in-order.ts';

/** Routes, concrete names, and what providers list within their keys' globs; sorted. */
export function modelNamesOf(keys: readonly ServingKey[], routes: Iterable<Route>): readonly string[] {
  const names = new Set<string>();
  for (const route of routes) names.add(route.name);
  for (const key of keys) for (const name of namesOf(key)) names.add(name);
  return [...names].sort();
}

/** Whether a change of a key may change the names. */
export function changesNames({ before, after }: KeyChange): boolean {
  const [was, is] = [before, after].map((key) => (key === undefined ? [] : namesOf(key)));
  return was?.length !== is?.length || was?.some((name, at) => name !== is?.[at]) === true;
}

function namesOf(key: ServingKey): readonly string[] {
  if (!key.enabled) return [];
  return [
    ...key.models
      .map((entry) => (typeof entry === 'string' ? entry : entry.name))
      .filter((name) => !name.includes('*')),
    ...key.listedModels.filter((name) => upstreamModel(key, name) !== undefined),
  ];
}
