import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Key } from '../../api/schema.gen.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { stateColor } from './key-words.ts';

/** How a key stands: its state, until when and why, and the same for single models of it. */
export function KeyState({ of }: { readonly of: Pick<Key, 'state' | 'until' | 'reason' | 'model_states'> }) {
  return (
    <Stack gap={4} miw={130} maw={260}>
      <Standing state={of.state} until={of.until} reason={of.reason} />
      {of.model_states.map(({ model, state, until, reason }) => (
        <div key={model}>
          <Text size="xs" mt={2} ff="monospace">
            {model}
          </Text>
          <Standing state={state} until={until} reason={reason} />
        </div>
      ))}
    </Stack>
  );
}

type StandingProps = Pick<Key, 'state' | 'until' | 'reason'>;

function Standing({ state, until, reason }: StandingProps) {
  return (
    <>
      <Group gap={6}>
        <Badge variant="dot" color={stateColor[state]} tt="none">
          {state}
        </Badge>
        {until === null ? null : (
          <Text size="xs">
            back <Countdown until={until} />
          </Text>
        )}
      </Group>
      {reason === null ? null : (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
    </>
  );
}
