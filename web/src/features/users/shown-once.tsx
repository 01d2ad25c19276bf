import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { CheckIcon, CopyIcon, WarningIcon } from '../../ui/icons.tsx';

type ShownOnceProps = { readonly gatewayKey: string; readonly onClose: () => void };

/** A new gateway key, which nobody can show again once this is closed. */
export function ShownOnce({ gatewayKey, onClose }: ShownOnceProps) {
  return (
    <Stack>
      <Alert color="yellow" variant="outline" icon={<WarningIcon />} title="Copy it now: it is shown this once">
        <Text size="sm">The gateway keeps only its hash. A lost key cannot be recovered, but replaced by another.</Text>
      </Alert>
      <Code block style={{ userSelect: 'all', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {gatewayKey}
      </Code>
      <Text size="sm" c="dimmed">
        It is the API key of any OpenAI client, with this gateway as its base URL: <Code>{baseUrlHint()}</Code>
      </Text>
      <Group justify="flex-end">
        <CopyButton value={gatewayKey}>
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

/** The public API is another address than this page; its port is the default one. */
const baseUrlHint = (): string => `http://${window.location.hostname}:8000/v1`;
