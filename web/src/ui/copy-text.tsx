import { ActionIcon, Code, CopyButton, Group } from '@mantine/core';
import { CheckIcon, CopyIcon } from './icons.tsx';

type CopyTextProps = {
  readonly text: string;
  /** What it is, for the button's name: `Copy the gateway key`. */
  readonly what: string;
};

/** A text in full with a button that copies it. */
export function CopyText({ text, what }: CopyTextProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            aria-label={copied ? `Copied the ${what}` : `Copy the ${what}`}
            onClick={copy}
          >
            {copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
