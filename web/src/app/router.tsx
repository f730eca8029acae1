import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { NotFoundPage } from './not-found';
import { PageError } from './page-error';
import { Root } from './root';
import { runSearch } from './run-search';
import {
  executionSearch,
  failureSearch,
  flowPageSearch,
  flowSearch,
  settingsSearch,
  text,
  triggerSearch,
  versionsSearch,
} from './search';
import { SignInPage } from './sign-in';

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/executions', replace: true });
  },
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signin',
  validateSearch: (search: Record<string, unknown>): { code?: string | undefined } => ({
    code: text(search['code']),
  }),
  component: SignInPage,
});

const executionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/executions',
  validateSearch: executionSearch,
  component: lazyRouteComponent(() => import('../features/executions/page'), 'ExecutionsPage'),
});

const executionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/executions/$id',
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import('../features/execution/page'), 'ExecutionPage'),
});

const failuresRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/failures',
  validateSearch: failureSearch,
  component: lazyRouteComponent(() => import('../features/failures/page'), 'FailuresPage'),
});

/** The same page with one family open, so that opening one keeps the list as it is. */
const familyRoute = createRoute({ getParentRoute: () => failuresRoute, path: '$family' });

const flowsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/flows',
  validateSearch: flowSearch,
  component: lazyRouteComponent(() => import('../features/flows/page'), 'FlowsPage'),
});

const flowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/flows/$flow',
  validateSearch: flowPageSearch,
  component: lazyRouteComponent(() => import('../features/flow/page'), 'FlowPage'),
});

const flowExecutionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/flows/$flow/executions',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/executions', search: { flow: params.flow }, replace: true });
  },
});

const flowAuditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/flows/$flow/audit',
  validateSearch: (
    search: Record<string, unknown>,
  ): { run?: string | undefined; actor?: string | undefined; denied?: string | undefined } => ({
    run: text(search['run']),
    actor: text(search['actor']),
    denied: text(search['denied']),
  }),
  component: lazyRouteComponent(() => import('../features/flow/audit-page'), 'AuditPage'),
});

const flowSettingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/flows/$flow/settings',
  validateSearch: (search: Record<string, unknown>): { run?: string | undefined } => ({
    run: text(search['run']),
  }),
  component: lazyRouteComponent(() => import('../features/flow/settings-page'), 'SettingsPage'),
});

const versionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/flows/$flow/versions',
  validateSearch: versionsSearch,
  component: lazyRouteComponent(() => import('../features/versions/page'), 'VersionsPage'),
});

const triggersHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/triggers',
  beforeLoad: () => {
    throw redirect({ to: '/triggers/$kind', params: { kind: 'bindings' }, replace: true });
  },
});

const triggersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/triggers/$kind',
  validateSearch: triggerSearch,
  component: lazyRouteComponent(() => import('../features/triggers/page'), 'TriggersPage'),
});

const settingsHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$tab', params: { tab: 'limits' }, replace: true });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings/$tab',
  validateSearch: settingsSearch,
  component: lazyRouteComponent(() => import('../features/settings/page'), 'SettingsPage'),
});

/** Text stays as it is in the URL, without quotes; only lists are JSON. */
const parseList = (value: string): unknown => {
  if (!value.startsWith('[')) throw new SyntaxError('not a list');
  return JSON.parse(value);
};

export const router = createRouter({
  parseSearch: parseSearchWith(parseList),
  stringifySearch: stringifySearchWith(JSON.stringify),
  routeTree: rootRoute.addChildren([
    homeRoute,
    signInRoute,
    executionsRoute,
    executionRoute,
    failuresRoute.addChildren([familyRoute]),
    flowsRoute,
    flowRoute,
    flowExecutionsRoute,
    flowAuditRoute,
    flowSettingsRoute,
    versionsRoute,
    triggersHomeRoute,
    triggersRoute,
    settingsHomeRoute,
    settingsRoute,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
