import '@mantine/core/styles.css';
import './theme/page.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { createDashboardRouter } from './router.tsx';
import { theme } from './theme/theme.ts';
import { variables } from './theme/variables.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const queries = createQueryClient(() => void askToSignIn());
const router = createDashboardRouter(queries);

/** Keeps where the operator was, for after the sign-in. */
async function askToSignIn(): Promise<void> {
  const { pathname, href } = router.state.location;
  if (pathname === '/login') return;
  queries.clear();
  await router.navigate({ to: '/login', search: { next: href }, replace: true });
}

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
