import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckIcon, CopyIcon, WarningIcon } from './icons.tsx';

type ShownOnceProps = {
  readonly secret: string;
  /** What the gateway keeps of it, and what to do when it is lost. */
  readonly lost: string;
  /** What it is for. */
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/** A secret that nobody can show again once this is closed. */
export function ShownOnce({ secret, lost, children, onClose }: ShownOnceProps) {
  return (
    <Stack>
      <Alert color="yellow" variant="outline" icon={<WarningIcon />} title="Copy it now: it is shown this once">
        <Text size="sm">{lost}</Text>
      </Alert>
      <Code block style={{ userSelect: 'all', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {secret}
      </Code>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      <Group justify="flex-end">
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>I have stored it</Button>
      </Group>
    </Stack>
  );
}
