import type { Route } from '../../api/schema.gen.ts';

type Provider = Route['targets'][number]['provider'];

/** One target of a route while it is edited. */
export type TargetDraft = { readonly id: string; readonly provider: Provider; readonly model: string };

/** A model route while it is entered or edited. */
export type RouteDraft = {
  readonly name: string;
  /** The most preferred first. */
  readonly targets: readonly TargetDraft[];
  /** Empty: none. */
  readonly systemPrompt: string;
};

export const newTarget = (id: string): TargetDraft => ({ id, provider: 'openai', model: '' });

export const emptyRoute: RouteDraft = { name: '', targets: [newTarget('first')], systemPrompt: '' };

export const routeDraft = (route: Route): RouteDraft => ({
  name: route.name,
  targets: route.targets.map((target, index) => ({ ...target, id: `${route.name}-${index}` })),
  systemPrompt: route.system_prompt ?? '',
});

/** Whether one of these routes has the name that was entered: written under it, a new route would take its place. */
export const isTaken = (name: string, routes: readonly Pick<Route, 'name'>[]): boolean =>
  routes.some((route) => route.name === name.trim());

/** What the API is sent for it. */
export const routeBody = ({ targets, systemPrompt }: RouteDraft) => ({
  targets: targets.map(({ provider, model }) => ({ provider, model: model.trim() })),
  system_prompt: systemPrompt.trim() === '' ? null : systemPrompt,
});

/** The list with the entry at `index` one place earlier; the first stays where it is. */
export function oneEarlier<Item>(items: readonly Item[], index: number): Item[] {
  const [before, item] = [items[index - 1], items[index]];
  return before === undefined || item === undefined ? [...items] : items.with(index - 1, item).with(index, before);
}
