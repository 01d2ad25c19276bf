import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  NavLink,
  ScrollArea,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hearChanges } from '../api/hear-changes.ts';
import { useSignOut } from '../features/session/use-sign-in.ts';
import { Brand } from '../ui/brand.tsx';
import {
  AlertsIcon,
  AuditIcon,
  KeyIcon,
  MoonIcon,
  OverviewIcon,
  PricesIcon,
  RequestsIcon,
  RoutesIcon,
  SessionsIcon,
  SignOutIcon,
  SunIcon,
  UsageIcon,
  UsersIcon,
} from '../ui/icons.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

const pages = [
  { to: '/', label: 'Overview', icon: <OverviewIcon /> },
  { to: '/keys', label: 'Keys', icon: <KeyIcon /> },
  { to: '/users', label: 'Users', icon: <UsersIcon /> },
  { to: '/requests', label: 'Requests', icon: <RequestsIcon /> },
  { to: '/usage', label: 'Usage', icon: <UsageIcon /> },
  { to: '/sessions', label: 'Sessions', icon: <SessionsIcon /> },
  { to: '/routes', label: 'Routes', icon: <RoutesIcon /> },
  { to: '/prices', label: 'Prices', icon: <PricesIcon /> },
  { to: '/alerts', label: 'Alerts', icon: <AlertsIcon /> },
  { to: '/audit', label: 'Audit', icon: <AuditIcon /> },
] as const;

/** What stands around every page: the way to the others, the colour scheme, the way out. */
export function Shell() {
  const [menuOpen, menu] = useDisclosure(false);
  const { pathname } = useLocation();
  const signOut = useSignOut();
  const queries = useQueryClient();
  useEffect(() => hearChanges(queries), [queries]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between">
          <Group gap="sm">
            <Burger
              opened={menuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Menu"
              aria-expanded={menuOpen}
            />
            <Brand />
          </Group>
          <Group gap={4}>
            <SchemeButton />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label="Sign out"
              title="Sign out"
              loading={signOut.isPending}
              onClick={() => signOut.mutate()}
            >
              <SignOutIcon />
            </ActionIcon>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages">
        <AppShell.Section grow component={ScrollArea}>
          {pages.map(({ to, label, icon }) => {
            const here = pathname === to;
            return (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                leftSection={icon}
                active={here}
                aria-current={here ? 'page' : undefined}
                onClick={menu.close}
              />
            );
          })}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} maw={1560}>
        {signOut.error === null ? null : (
          <Box mb="lg">
            <ProblemNotice of="You are still signed in" problem={signOut.error} onRetry={() => signOut.mutate()} />
          </Box>
        )}
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function SchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const other = scheme === 'light' ? 'dark' : 'light';
  const words = `Switch to ${other} colours`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={words}
      title={words}
      onClick={() => setColorScheme(other)}
    >
      {scheme === 'light' ? <MoonIcon /> : <SunIcon />}
    </ActionIcon>
  );
}
