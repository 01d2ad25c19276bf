import { Button, Card, List, Text, ThemeIcon, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CheckIcon } from '../../ui/icons.tsx';
import { BaseUrl } from './base-url.tsx';

type FirstStepsProps = { readonly keys: number; readonly users: number };

/** What a new gateway needs before it can answer its first request. */
export function FirstSteps({ keys, users }: FirstStepsProps) {
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h4">
        First steps
      </Title>
      <List mt="md" pl={0} spacing="md" styles={{ itemWrapper: { alignItems: 'flex-start' } }}>
        <Step done={keys > 0} number={1}>
          <Text fw={600}>Add a provider key</Text>
          <Text size="sm" c="dimmed" mb={6}>
            Of OpenAI, Anthropic, Gemini, OpenRouter or any compatible server.
          </Text>
          {keys > 0 ? null : (
            <Button size="xs" renderRoot={(props) => <Link to="/keys" {...props} />}>
              Go to the keys
            </Button>
          )}
        </Step>
        <Step done={users > 0} number={2}>
          <Text fw={600}>Add a user</Text>
          <Text size="sm" c="dimmed" mb={6}>
            Its gateway key is the API key of an OpenAI client.
          </Text>
          {users > 0 ? null : (
            <Button
              size="xs"
              variant={keys > 0 ? 'filled' : 'default'}
              renderRoot={(props) => <Link to="/users" {...props} />}
            >
              Go to the users
            </Button>
          )}
        </Step>
        <Step done={false} number={3}>
          <Text fw={600}>Call the gateway</Text>
          <Text size="sm" c="dimmed">
            Any OpenAI client will do: give it the gateway key and the base URL <BaseUrl />
          </Text>
        </Step>
      </List>
    </Card>
  );
}

type StepProps = { readonly done: boolean; readonly number: number; readonly children: ReactNode };

const Step = ({ done, number, children }: StepProps) => (
  <List.Item
    icon={
      <ThemeIcon radius="xl" size={26} color={done ? 'teal.8' : 'ink'} variant="filled">
        {done ? <CheckIcon size={14} /> : <span>{number}</span>}
      </ThemeIcon>
    }
  >
    {children}
  </List.Item>
);
