import { Button, Card, Center, Code, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useSignIn } from '../features/session/use-sign-in.ts';
import { Brand } from '../ui/brand.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

/** Lets an operator in by the operator key. */
export function LoginPage() {
  const { next = '/' } = useSearch({ from: '/login' });
  const signIn = useSignIn(next);
  const [operatorKey, setOperatorKey] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate(operatorKey.trim());
  };
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>Sign in · Palimpsest Gateway</title>
      <Card withBorder shadow="sm" padding="xl" w="100%" maw={420}>
        <form onSubmit={submit}>
          <Stack gap="lg">
            <Brand />
            <div>
              <Title order={1} size="h3">
                Sign in
              </Title>
              <Text c="dimmed" size="sm" mt={4}>
                With the operator key of this gateway. It lies in <Code>operator.key</Code> in the data folder.
              </Text>
            </div>
            <PasswordInput
              label="Operator key"
              placeholder="pgw_op_…"
              autoComplete="current-password"
              required
              autoFocus
              value={operatorKey}
              onChange={({ currentTarget }) => setOperatorKey(currentTarget.value)}
            />
            <ProblemNotice problem={signIn.error} />
            <Button type="submit" loading={signIn.isPending} fullWidth>
              Sign in
            </Button>
          </Stack>
        </form>
      </Card>
    </Center>
  );
}
