import { api } from './server';

/** What the executions and the other things of a tenant are called in the URLs of its pages. */
export interface Places {
  flow: string;
  failed: string;
  succeeded: string;
  waiting: string;
  family: string;
  binding: string;
  connection: string;
  webhook: string;
}

/** A page as each test over all pages opens it. */
export interface PageView {
  name: string;
  /** The path in the table of routes of `src/app/router.tsx`. */
  route: string;
  url: (places: Places) => string;
}

/**
 * All pages: every test that holds for all pages runs over this list, and `rules.test.ts` checks
 * that it has each route.
 */
export const PAGES: readonly PageView[] = [
  { name: 'overview', route: '/', url: () => '/' },
  { name: 'executions', route: '/executions', url: () => '/executions' },
  { name: 'execution', route: '/executions/$id', url: ({ failed }) => `/executions/${failed}` },
  {
    name: 'execution-past',
    route: '/executions/$id',
    url: ({ failed }) => `/executions/${failed}?at=4&tab=state`,
  },
  {
    name: 'execution-compare',
    route: '/executions/$id',
    url: ({ failed, succeeded }) => `/executions/${failed}?with=${succeeded}`,
  },
  {
    name: 'execution-waiting',
    route: '/executions/$id',
    url: ({ waiting }) => `/executions/${waiting}`,
  },
  { name: 'failures', route: '/failures', url: () => '/failures' },
  { name: 'failure', route: '$family', url: ({ family }) => `/failures/${family}` },
  { name: 'flows', route: '/flows', url: () => '/flows' },
  { name: 'flow', route: '/flows/$flow', url: ({ flow }) => `/flows/${flow}` },
  {
    name: 'flow-versions',
    route: '/flows/$flow/versions',
    url: ({ flow }) => `/flows/${flow}/versions`,
  },
  { name: 'flow-audit', route: '/flows/$flow/audit', url: ({ flow }) => `/flows/${flow}/audit` },
  {
    name: 'flow-settings',
    route: '/flows/$flow/settings',
    url: ({ flow }) => `/flows/${flow}/settings`,
  },
  { name: 'handlers', route: '/handlers', url: () => '/handlers' },
  ...['bindings', 'webhooks', 'connections', 'rejected'].map((kind) => ({
    name: `triggers-${kind}`,
    route: '/triggers/$kind',
    url: () => `/triggers/${kind}`,
  })),
  ...['limits', 'audit', 'access', 'nodes', 'jobs', 'pause'].map((tab) => ({
    name: `settings-${tab}`,
    route: '/settings/$tab',
    url: () => `/settings/${tab}`,
  })),
];

/** The names that people give to things; each has what a page must not fall for. */
export interface Names {
  flow: string;
  otherFlow: string;
  state: string;
  key: string;
  label: string;
  apiKey: string;
  tag: string;
  error: string;
  cause: string;
  note: string;
  reason: string;
}

const PLAIN: Names = {
  flow: 'Order checkout',
  otherFlow: 'Address change',
  state: 'Charge card',
  key: 'A-1017',
  label: 'ACME',
  apiKey: 'dashboard',
  tag: 'commerce',
  error: 'Card.Declined',
  cause: 'Your card has insufficient funds.',
  note: 'new card provider',
  reason: 'wrong rate table',
};

const definition = (names: Names, isStrict: boolean) =>
  JSON.stringify(
    {
      Comment: names.cause.slice(0, 500),
      StartAt: 'Price items',
      States: {
        'Price items': {
          Type: 'Map',
          ItemsPath: '$.items',
          ItemProcessor: {
            StartAt: 'Look up price',
            States: { 'Look up price': { Type: 'Pass', End: true } },
          },
          ResultPath: '$.prices',
          Next: 'Accept?',
        },
        'Accept?': {
          Type: 'Choice',
          Choices: [{ Variable: '$.ok', BooleanEquals: true, Next: 'Done' }],
          Default: names.state,
        },
        [names.state]: isStrict
          ? { Type: 'Fail', Error: names.error, Cause: names.cause }
          : { Type: 'Pass', Next: 'Done' },
        Done: { Type: 'Succeed' },
      },
    },
    null,
    2,
  );

/** Fills the tenant of this file with something on every page. */
export async function fillTenant(names: Names = PLAIN): Promise<Places> {
  const flow = 'order-checkout';
  const about = { name: names.flow, code: flow, tags: [names.tag], category: 'sales' };
  const save = (isStrict: boolean) => ({ ...about, source: definition(names, isStrict) });
  await api('POST', '/api/flows?publish=true', save(false));
  await api('PUT', `/api/flows/${flow}`, save(true));
  await api('POST', `/api/flows/${flow}/publish`, { note: names.note });
  await api('POST', '/api/flows?publish=true', {
    name: names.otherFlow,
    code: 'address-change',
    definition: {
      StartAt: names.state,
      States: {
        [names.state]: { Type: 'Wait', Event: names.label, TimeoutSeconds: 86_400, End: true },
      },
    },
  });
  const start = async (code: string, input: unknown) => {
    const started = await api<{ id: string }>('POST', `/api/flows/${code}/execute?wait=2`, {
      businessKey: names.key,
      labels: { client: names.label },
      input,
    });
    return started.id;
  };
  const items = [{ sku: names.label }, { sku: 'SKU-1203' }];
  const succeeded = await start(flow, { items, ok: true });
  const failed = await start(flow, { items, ok: false, text: names.cause });
  const waiting = await start('address-change', { text: names.cause });
  const paused = await start('address-change', {});
  await api('POST', `/api/flows/executions/${paused}/pause`, { reason: names.reason });
  const { binding, connection, webhook } = await addTriggers(names);
  await api('POST', '/api/keys', { name: names.apiKey, roles: ['viewer'] });
  await api('POST', '/api/flows/executions/bulk', {
    action: 'pause',
    filter: { status: 'FAILED' },
    reason: names.reason,
  });
  const family = await awaitFamily();
  return { flow, failed, succeeded, waiting, family, binding, connection, webhook };
}

/** Failures are put into families after their executions have ended. */
async function awaitFamily(): Promise<string> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    const { items } = await api<{ items: { id: string }[] }>('GET', '/api/failures');
    if (items[0]) return items[0].id;
  }
  throw new Error('there is no family of failures after 20 seconds');
}

async function addTriggers(names: Names) {
  const { id: binding } = await api<{ id: string }>('POST', '/api/bindings', {
    event: 'POLICY_CREATED',
    flow: 'address-change',
    clientId: names.label,
    filter: 'payload.premium > 100',
  });
  // The formula of the key fails for an event without a payload, so that its fire is rejected.
  await api('POST', '/api/bindings', {
    event: 'POLICY_CHANGED',
    flow: 'address-change',
    key: 'payload.missing.name',
  });
  await api('POST', '/api/events', { type: 'POLICY_CHANGED', id: names.key, payload: {} });
  const connection = 'crm';
  await api('PUT', `/api/connections/${connection}`, {
    kind: 'http',
    address: 'https://crm.example/api',
  });
  const webhook = 'shop/orders';
  await api('PUT', '/api/flows/order-checkout/trigger', {
    type: 'AUTOLAUNCHED',
    config: { webhook: { path: webhook, authentication: 'TENANT_API_KEY' } },
  });
  return { binding, connection, webhook };
}
