/** The server under test. */
export const SERVER = process.env['PAWL_URL'] ?? 'http://127.0.0.1:8080';
export const KEY = process.env['PAWL_KEY'] ?? '';

export async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(SERVER + path, {
    method,
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

const checkout = (declined: boolean) => ({
  Comment: 'Prices, reserves and charges an order.',
  StartAt: 'Load order',
  States: {
    'Load order': {
      Type: 'Pass',
      Result: { total: 42.5 },
      ResultPath: '$.order',
      Next: 'Price items',
    },
    'Price items': {
      Type: 'Map',
      ItemsPath: '$.items',
      ItemProcessor: {
        StartAt: 'Look up price',
        States: { 'Look up price': { Type: 'Pass', End: true } },
      },
      ResultPath: '$.prices',
      Next: 'Reserve and screen',
    },
    'Reserve and screen': {
      Type: 'Parallel',
      Branches: [
        { StartAt: 'Reserve stock', States: { 'Reserve stock': { Type: 'Pass', End: true } } },
        { StartAt: 'Screen fraud', States: { 'Screen fraud': { Type: 'Pass', End: true } } },
      ],
      ResultPath: '$.checks',
      Next: 'Accept?',
    },
    'Accept?': {
      Type: 'Choice',
      Choices: [{ Variable: '$.order.total', NumericGreaterThan: 1000, Next: 'Manual review' }],
      Default: '3-D Secure',
    },
    'Manual review': { Type: 'Wait', Event: 'review', Next: '3-D Secure' },
    '3-D Secure': { Type: 'Wait', Seconds: 1, Next: 'Charge card' },
    'Charge card': {
      Type: 'Task',
      Resource: 'card:charge',
      ...(declined
        ? { Retry: [{ ErrorEquals: ['Card.Busy'], IntervalSeconds: 1, MaxAttempts: 2 }] }
        : {}),
      Catch: [{ ErrorEquals: ['Card.Expired'], Next: 'Payment failed' }],
      ResultPath: '$.payment',
      Next: 'Done',
    },
    Done: { Type: 'Succeed' },
    'Payment failed': { Type: 'Fail', Error: 'Payment.Failed', Cause: 'The card has expired.' },
  },
});

interface Ids {
  failed: string;
  succeeded: string;
  waiting: string;
}

const INPUT = {
  order: { id: 'A-1017', currency: 'EUR' },
  items: [{ sku: 'SKU-4410' }, { sku: 'SKU-1203' }, { sku: 'SKU-0087' }],
};

/** Works on the next task of the resource, with the given outcome. */
async function work(outcome: 'success' | 'failure', body: unknown): Promise<void> {
  const [task] = await api<{ token: string }[]>('POST', '/api/workers/poll', {
    resources: ['card:charge'],
    worker: 'pay-2',
    wait: 30,
    max: 1,
  });
  if (!task) throw new Error('no task of card:charge within 30 seconds');
  await api('POST', `/api/workers/${encodeURIComponent(task.token)}/${outcome}`, body);
}

async function start(flow: string, key: string, input: unknown = INPUT): Promise<string> {
  const started = await api<{ id: string }>('POST', `/api/flows/${flow}/execute`, {
    businessKey: key,
    labels: { client: 'ACME', channel: 'web' },
    input,
  });
  return started.id;
}

/** Publishes flows and runs them: one execution failed, one succeeded, one waits. */
export async function seed(): Promise<Ids> {
  const about = {
    name: 'Order checkout',
    code: 'order-checkout',
    tags: ['commerce'],
    category: 'sales',
    priority: 'HIGH',
  };
  await api('POST', '/api/flows?publish=true', {
    ...about,
    format: 'json',
    source: JSON.stringify(checkout(false), null, 2),
  });
  await api('PUT', '/api/flows/order-checkout', {
    format: 'json',
    source: JSON.stringify(checkout(true), null, 2),
  });
  await api('POST', '/api/flows/order-checkout/publish', { note: 'new card provider' });
  await api('POST', '/api/flows?publish=true', {
    name: 'Address change',
    code: 'address-change',
    format: 'yaml',
    source:
      'StartAt: Ask\nStates:\n  Ask: {Type: Wait, Event: answer, Next: Done}\n  Done: {Type: Succeed}\n',
  });
  const failed = await start('order-checkout', 'A-1017');
  await work('failure', { error: 'Card.Busy', cause: 'The provider is busy.' });
  await work('failure', { error: 'Card.Declined', cause: 'Your card has insufficient funds.' });
  const succeeded = await start('order-checkout', 'A-1016');
  await work('success', { output: { id: 'pay-17' } });
  const waiting = await start('address-change', 'C-88');
  for (const id of [failed, succeeded]) await api('GET', `/api/flows/executions/${id}?wait=20`);
  return { failed, succeeded, waiting };
}
