import type { AlertRules } from '../../api/schema.gen.ts';

type RuleName = keyof AlertRules;

/** One figure of a rule, as it is asked for. */
type RuleField = {
  readonly name: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
};

export type RuleWords = {
  readonly name: RuleName;
  readonly title: string;
  readonly about: string;
  readonly fields: readonly RuleField[];
};

const percent = { min: 0, max: 100, step: 0.1 };
const minutes = { name: 'for_minutes', label: 'For so many minutes', min: 0, max: 1440, step: 1 };

/** The rules in the order and words in which they are shown. */
export const ruleWords: readonly RuleWords[] = [
  {
    name: 'low_capacity',
    title: 'Low capacity',
    about: 'Too few of the enabled keys can serve, or too little is left of the capped ones.',
    fields: [
      { name: 'usable_keys_percent', label: 'Usable keys below, %', ...percent },
      { name: 'remaining_requests_percent', label: 'Remaining requests below, %', ...percent },
      minutes,
    ],
  },
  {
    name: 'key_anomaly',
    title: 'Key anomaly',
    about: 'A provider rejected a key, or a key fails again and again.',
    fields: [{ name: 'consecutive_failures', label: 'Failures in a row', min: 1, max: 1000, step: 1 }, minutes],
  },
  {
    name: 'error_rate',
    title: 'Error rate',
    about: 'Too many of the requests that were not rejected failed.',
    fields: [
      { name: 'error_percent', label: 'Failed above, %', ...percent },
      { name: 'min_requests', label: 'Of at least so many requests', min: 1, max: 1_000_000, step: 1 },
      { name: 'window_minutes', label: 'In the last minutes', min: 5, max: 1440, step: 5 },
    ],
  },
];

/** A rule while it is entered: its figures as the texts that were typed. */
export type RuleDraft = { readonly enabled: boolean; readonly figures: Readonly<Record<string, string>> };
export type RulesDraft = Readonly<Record<RuleName, RuleDraft>>;

export const rulesDraft = (rules: AlertRules): RulesDraft => ({
  low_capacity: draftOf(rules.low_capacity),
  key_anomaly: draftOf(rules.key_anomaly),
  error_rate: draftOf(rules.error_rate),
});

function draftOf({ enabled, ...figures }: AlertRules[RuleName]): RuleDraft {
  return {
    enabled,
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, String(value)])),
  };
}

/** What the API is sent for it; it names what is no number it allows. */
export const rulesBody = (draft: RulesDraft) => ({
  low_capacity: bodyOf(draft.low_capacity),
  key_anomaly: bodyOf(draft.key_anomaly),
  error_rate: bodyOf(draft.error_rate),
});

const bodyOf = ({
  enabled,
  figures,
}: RuleDraft): { readonly enabled: boolean } & Readonly<Record<string, number | boolean>> => ({
  enabled,
  ...Object.fromEntries(Object.entries(figures).map(([name, text]) => [name, Number(text)])),
});
