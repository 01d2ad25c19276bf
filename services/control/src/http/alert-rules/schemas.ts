import { type AlertRules, defaultAlertRules } from '@palimpsest/domain';
import { z } from 'zod';
import { alertRulesView } from '../../alerts/rules.ts';

const usual = alertRulesView(defaultAlertRules);

const enabled = z.boolean().default(true);
const percent = z.number().min(0).max(100);
const minutes = z.int().min(0).max(1440);

/** Of a rule what is absent is as usual, and so is a rule that is absent. */
const rulesSchema = z.strictObject({
  low_capacity: z
    .strictObject({
      enabled,
      usable_keys_percent: percent.default(usual.low_capacity.usable_keys_percent).meta({
        description: 'Raised while a smaller share of the enabled keys can serve; 0: never.',
      }),
      remaining_requests_percent: percent.default(usual.low_capacity.remaining_requests_percent).meta({
        description: "Raised while a smaller share of the capped keys' requests is left; 0: never.",
      }),
      for_minutes: minutes.default(usual.low_capacity.for_minutes).meta({ description: 'How long it must be so.' }),
    })
    .prefault({}),
  key_anomaly: z
    .strictObject({
      enabled,
      consecutive_failures: z.int().min(1).max(1000).default(usual.key_anomaly.consecutive_failures).meta({
        description: 'Raised for a key that failed so often in a row, and for one that its provider rejected.',
      }),
      for_minutes: minutes.default(usual.key_anomaly.for_minutes).meta({ description: 'How long it must be so.' }),
    })
    .prefault({}),
  error_rate: z
    .strictObject({
      enabled,
      error_percent: percent.default(usual.error_rate.error_percent).meta({
        description: 'Raised while a larger share of the requests that were not rejected failed or was abandoned.',
      }),
      min_requests: z.int().min(1).max(1_000_000).default(usual.error_rate.min_requests).meta({
        description: 'With fewer requests in the window nothing is said.',
      }),
      window_minutes: z
        .int()
        .min(5)
        .max(1440)
        .multipleOf(5, { error: 'must be a multiple of 5' })
        .default(usual.error_rate.window_minutes)
        .meta({ description: 'What is looked back on.' }),
    })
    .prefault({}),
});

export const alertRulesSchema = rulesSchema.meta({ id: 'AlertRules' });

/** All rules, to domain words. */
export const alertRulesBody = rulesSchema.transform(
  ({ low_capacity, key_anomaly, error_rate }): AlertRules => ({
    lowCapacity: {
      enabled: low_capacity.enabled,
      usableKeysPercent: low_capacity.usable_keys_percent,
      remainingRequestsPercent: low_capacity.remaining_requests_percent,
      forMinutes: low_capacity.for_minutes,
    },
    keyAnomaly: {
      enabled: key_anomaly.enabled,
      consecutiveFailures: key_anomaly.consecutive_failures,
      forMinutes: key_anomaly.for_minutes,
    },
    errorRate: {
      enabled: error_rate.enabled,
      errorPercent: error_rate.error_percent,
      minRequests: error_rate.min_requests,
      windowMinutes: error_rate.window_minutes,
    },
  }),
);
