import { Alert, Anchor, List } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/schema.gen.ts';
import { WarningIcon } from '../../ui/icons.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { When } from '../../ui/when.tsx';
import { alertKind } from '../alerts/alert-words.ts';
import { byKind } from './by-kind.ts';

// Every model that is new has no price at first: those must not push the figures out of sight.
const SHOWN_OF_A_KIND = 3;

/** What wants an operator and was not acknowledged: a notice for each kind, with the latest of it. */
export const OpenAlerts = ({ of: alerts }: { readonly of: Overview['alerts'] }) =>
  byKind(alerts).map(([kind, those]) => (
    <Alert
      key={kind}
      color="yellow"
      variant="outline"
      icon={<WarningIcon />}
      title={those.length === 1 ? alertKind(kind) : `${alertKind(kind)} (${those.length})`}
    >
      <List size="sm" listStyleType="none" spacing={2} mb={4}>
        {those.slice(0, SHOWN_OF_A_KIND).map(({ message, at }) => (
          <List.Item key={message}>
            <Sentence>{message}</Sentence> <When at={at} />
          </List.Item>
        ))}
      </List>
      <Anchor component={Link} to="/alerts" size="sm" underline="always">
        {those.length > SHOWN_OF_A_KIND ? `${those.length - SHOWN_OF_A_KIND} more` : 'All alerts'}
      </Anchor>
    </Alert>
  ));
