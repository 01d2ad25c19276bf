import { create } from '@bufbuild/protobuf';
import { providerNames, type Route } from '@palimpsest/domain';
import { type Route as ProtoRoute, RouteSchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { wordOf } from './word.ts';

export const routeToProto = (route: Route): ProtoRoute =>
  create(RouteSchema, {
    name: route.name,
    targets: route.targets.map(({ provider, model }) => ({ provider, model })),
    ...(route.systemPrompt === null ? {} : { systemPrompt: route.systemPrompt }),
  });

/** @throws where a target names a provider that there is not. */
export const routeFromProto = (route: ProtoRoute): Route => ({
  name: route.name,
  targets: route.targets.map(({ provider, model }) => ({
    provider: wordOf(providerNames, provider, 'provider of a route'),
    model,
  })),
  systemPrompt: route.systemPrompt ?? null,
});
