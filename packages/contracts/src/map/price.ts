import { create } from '@bufbuild/protobuf';
import { type Price, priceId } from '@palimpsest/domain';
import { PriceSchema, type Price as ProtoPrice } from '../gen/palimpsest/control/v1/snapshot_pb.ts';

export const priceToProto = (price: Price): ProtoPrice =>
  create(PriceSchema, {
    id: price.id,
    provider: price.provider,
    ...(price.vendor === undefined ? {} : { vendor: price.vendor }),
    model: price.model,
    inputPerMillion: price.inputPerMillion,
    ...(price.cachedInputPerMillion === undefined ? {} : { cachedInputPerMillion: price.cachedInputPerMillion }),
    outputPerMillion: price.outputPerMillion,
    perRequest: price.perRequest,
    effectiveFromMs: BigInt(price.effectiveFromMs),
  });

export const priceFromProto = (price: ProtoPrice): Price => ({
  id: priceId(price.id),
  provider: price.provider,
  vendor: price.vendor,
  model: price.model,
  inputPerMillion: price.inputPerMillion,
  cachedInputPerMillion: price.cachedInputPerMillion,
  outputPerMillion: price.outputPerMillion,
  perRequest: price.perRequest,
  effectiveFromMs: Number(price.effectiveFromMs),
});
