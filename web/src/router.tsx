import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { ApiProblem } from './api/api-problem.ts';
import { auditSearch } from './features/audit/audit-search.ts';
import { priceSearch } from './features/prices/price-search.ts';
import { requestSearch } from './features/requests/request-search.ts';
import { ownAddress } from './features/session/own-address.ts';
import { sessionQuery } from './features/session/session-query.ts';
import { usageSearch } from './features/usage/usage-search.ts';
import { userSearch } from './features/users/user-search.ts';
import { LoginPage } from './routes/login.tsx';
import { LostPage } from './routes/lost.tsx';
import { Shell } from './routes/shell.tsx';
import { BrokenPage } from './ui/broken-page.tsx';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()();

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  // Not left out where it is refused, for the router would put it back otherwise.
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: ownAddress(search.next),
  }),
  component: LoginPage,
});

/** Everything but the login page: for who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 401)) throw error;
      // oxlint-disable-next-line typescript/only-throw-error -- TanStack Router takes a redirect by having it thrown
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href }, replace: true });
    }
  },
});

const page = { getParentRoute: () => signedIn };

const overview = createRoute({
  ...page,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/overview.tsx'), 'OverviewPage'),
});
const keys = createRoute({
  ...page,
  path: '/keys',
  component: lazyRouteComponent(() => import('./routes/keys.tsx'), 'KeysPage'),
});
const users = createRoute({
  ...page,
  path: '/users',
  validateSearch: userSearch,
  component: lazyRouteComponent(() => import('./routes/users.tsx'), 'UsersPage'),
});
const requests = createRoute({
  ...page,
  path: '/requests',
  validateSearch: requestSearch,
  component: lazyRouteComponent(() => import('./routes/requests.tsx'), 'RequestsPage'),
});
const usage = createRoute({
  ...page,
  path: '/usage',
  validateSearch: usageSearch,
  component: lazyRouteComponent(() => import('./routes/usage.tsx'), 'UsagePage'),
});
const modelRoutes = createRoute({
  ...page,
  path: '/routes',
  component: lazyRouteComponent(() => import('./routes/model-routes.tsx'), 'ModelRoutesPage'),
});
const prices = createRoute({
  ...page,
  path: '/prices',
  validateSearch: priceSearch,
  component: lazyRouteComponent(() => import('./routes/prices.tsx'), 'PricesPage'),
});
const sessions = createRoute({
  ...page,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./routes/sessions.tsx'), 'SessionsPage'),
});
const alerts = createRoute({
  ...page,
  path: '/alerts',
  component: lazyRouteComponent(() => import('./routes/alerts.tsx'), 'AlertsPage'),
});
const audit = createRoute({
  ...page,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./routes/audit.tsx'), 'AuditPage'),
});

/** Whatever address no page has: within the shell, from which there is a way on. */
const lost = createRoute({ ...page, path: '$', component: LostPage });

const routeTree = root.addChildren([
  login,
  signedIn.addChildren([overview, keys, users, requests, usage, sessions, modelRoutes, prices, alerts, audit, lost]),
]);

/** Which page stands at which address. */
export const createDashboardRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    defaultErrorComponent: BrokenPage,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>;
  }
}
