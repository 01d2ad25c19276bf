import { isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Facts } from '../classification/facts.ts';

/** A quota that a request would have exceeded (google.rpc.QuotaFailure). */
export type Violation = { readonly quotaId: string; readonly quotaValue: string };

/** All of them: the details come in any order, and several quotas may be exceeded at once. */
export function readViolations(facts: Facts): readonly Violation[] {
  return facts.layers
    .flatMap((layer) => listOf(layer.details))
    .flatMap((detail) => listOf(detail.violations))
    .map((violation) => ({ quotaId: textOf(violation.quotaId), quotaValue: textOf(violation.quotaValue) }));
}

const listOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly Json[]).filter((entry) => isJsonObject(entry)) : [];

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
