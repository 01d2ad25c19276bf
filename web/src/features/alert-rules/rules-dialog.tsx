import { Fieldset, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import type { AlertRules } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { alertRulesQuery } from './alert-rules-query.ts';
import { type RuleDraft, type RulesDraft, type RuleWords, rulesBody, rulesDraft, ruleWords } from './rule-fields.ts';

type RulesDialogProps = { readonly of: AlertRules; readonly onClose: () => void };

/** Sets when alerts are raised. */
export function RulesDialog({ of: rules, onClose }: RulesDialogProps) {
  const [draft, setDraft] = useState(() => rulesDraft(rules));
  const write = useChange(alertRulesQuery.queryKey, (entered: RulesDraft) =>
    answerOf(api.PUT('/api/v1/alert-rules', { body: rulesBody(entered) })),
  );
  const faults = write.error instanceof ApiProblem ? write.error.faults : new Map<string, string>();
  return (
    <FormDialog
      title="When alerts are raised"
      wide
      send="Save"
      pending={write.isPending}
      problem={write.error}
      onSend={() => write.mutate(draft, { onSuccess: onClose })}
      onClose={onClose}
    >
      {ruleWords.map((words) => (
        <Rule
          key={words.name}
          words={words}
          value={draft[words.name]}
          faults={faults}
          onChange={(rule) => setDraft({ ...draft, [words.name]: rule })}
        />
      ))}
    </FormDialog>
  );
}

type RuleProps = {
  readonly words: RuleWords;
  readonly value: RuleDraft;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (rule: RuleDraft) => void;
};

function Rule({ words: { name, title, about, fields }, value, faults, onChange }: RuleProps) {
  return (
    <Fieldset legend={title}>
      <Text size="sm" c="dimmed" mb="sm">
        {about}
      </Text>
      <Switch
        label={`Raise alerts of ${title.toLowerCase()}`}
        checked={value.enabled}
        onChange={({ currentTarget }) => onChange({ ...value, enabled: currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, xs: fields.length }} mt="sm" style={{ alignItems: 'end' }}>
        {fields.map((field) => (
          <TextInput
            key={field.name}
            label={field.label}
            type="number"
            required
            min={field.min}
            max={field.max}
            step={field.step}
            value={value.figures[field.name] ?? ''}
            error={faults.get(`${name}.${field.name}`)}
            onChange={({ currentTarget }) =>
              onChange({ ...value, figures: { ...value.figures, [field.name]: currentTarget.value } })
            }
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
