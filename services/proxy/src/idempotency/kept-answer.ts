import { type AnswerEvent, isJsonObject, type Json } from '@palimpsest/domain';
import type { Report } from '../report.ts';

/** What each repeat is told of itself, not of the answer that it gets. */
type OfTheRepeat = 'clientRequestId' | 'requestLimit';

/** A whole answer as a repeat gets it again: its events, and what its headers said. */
export type KeptAnswer = { readonly events: readonly AnswerEvent[]; readonly report: Omit<Report, OfTheRepeat> };

/** As JSON: the chain without what only the books need. */
export const toJson = ({
  events,
  report,
}: {
  readonly events: readonly AnswerEvent[];
  readonly report: Report;
}): Json =>
  JSON.parse(
    JSON.stringify({
      events,
      report: {
        ...report,
        ...notKept,
        chain: report.chain.map(({ key, provider, model, class: met, status, reason, latencyMs }) => ({
          key,
          provider,
          model,
          class: met,
          status,
          reason,
          latencyMs,
        })),
      },
    }),
  ) as Json;

/** JSON leaves out what is undefined. */
const notKept: Record<OfTheRepeat, undefined> = { clientRequestId: undefined, requestLimit: undefined };

/** Only what `toJson` wrote and the data key proved comes here. */
export const fromJson = (json: Json | undefined): KeptAnswer | undefined =>
  isJsonObject(json) && Array.isArray(json.events) && isJsonObject(json.report)
    ? (json as unknown as KeptAnswer)
    : undefined;
