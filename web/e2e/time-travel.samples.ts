import { api } from './server';

const FLOW = {
  StartAt: 'Load order',
  States: {
    'Load order': {
      Type: 'Pass',
      Assign: { 'order.$': '$.order' },
      Next: 'Prepare',
    },
    Prepare: {
      Type: 'Parallel',
      Branches: [
        {
          StartAt: 'Price items',
          States: {
            'Price items': {
              Type: 'Map',
              ItemsPath: '$.items',
              ItemProcessor: {
                StartAt: 'Price',
                States: {
                  Price: {
                    Type: 'Task',
                    Resource: 'travel:price',
                    Retry: [{ ErrorEquals: ['Price.Busy'], IntervalSeconds: 1, MaxAttempts: 2 }],
                    Next: 'Round',
                  },
                  Round: { Type: 'Pass', End: true },
                },
              },
              End: true,
            },
          },
        },
        {
          StartAt: 'Plan',
          States: {
            Plan: {
              Type: 'Graph',
              Nodes: {
                route: { Type: 'Task', Resource: 'travel:node' },
                slot: { Type: 'Task', Resource: 'travel:node', DependsOn: ['route'] },
              },
              End: true,
            },
          },
        },
      ],
      ResultPath: '$.prepared',
      Next: 'Book',
    },
    Book: {
      Type: 'Task',
      Resource: 'travel:book',
      Assign: { booked: true },
      Compensate: { Resource: 'travel:unbook' },
      ResultPath: '$.booking',
      Next: 'Confirm',
    },
    Confirm: { Type: 'Wait', Event: 'confirm', Next: 'Charge' },
    Charge: { Type: 'Task', Resource: 'travel:charge', End: true },
  },
};

interface Task {
  token: string;
  resource: string;
  attempt: number;
  input: unknown;
}

interface Seen {
  status: string;
  current: { state: string; step: string }[];
}

/** Works on the tasks of the flow until the execution waits for its event or has ended. */
async function workUntil(id: string, isReached: (seen: Seen) => boolean): Promise<void> {
  let busy = true;
  for (let rounds = 0; rounds < 100; rounds++) {
    if (isReached(await api<Seen>('GET', `/api/flows/executions/${id}`))) return;
    const tasks = await api<Task[]>('POST', '/api/workers/poll', {
      resources: ['price', 'node', 'book', 'unbook', 'charge'].map((name) => `travel:${name}`),
      worker: 'travel-1',
      wait: 1,
      max: 10,
    });
    for (const { token, resource } of tasks) {
      const failure =
        resource === 'travel:charge'
          ? { error: 'Card.Declined', cause: 'Your card has insufficient funds.' }
          : resource === 'travel:price' && busy
            ? { error: 'Price.Busy', cause: 'The price list is being renewed.' }
            : null;
      busy &&= resource !== 'travel:price';
      const path = `/api/workers/${encodeURIComponent(token)}/${failure ? 'failure' : 'success'}`;
      await api('POST', path, failure ?? { output: { by: resource } });
    }
  }
  throw new Error(`execution ${id} did not get there`);
}

/** Runs a nested flow with a retry, a rewind that undoes a booking, a failure and its compensation. */
export async function runTravelFlow(): Promise<string> {
  await api('POST', '/api/flows?publish=true', {
    name: 'Travel order',
    code: 'travel-order',
    format: 'json',
    source: JSON.stringify(FLOW, null, 2),
  }).catch((error: unknown) => {
    // A second run of the tests on the same tenant.
    if (!String(error).includes('code-taken')) throw error;
  });
  const { id } = await api<{ id: string }>('POST', '/api/flows/travel-order/execute', {
    businessKey: 'T-1',
    input: { order: { id: 'T-1', total: 42.5 }, items: [{ sku: 'A' }, { sku: 'B' }] },
  });
  const visits: string[] = [];
  const isWaiting = ({ current: [now] }: Seen) => {
    const isNew = now?.state === 'Confirm' && !visits.includes(now.step);
    if (isNew) visits.push(now.step);
    return isNew;
  };
  await workUntil(id, isWaiting);
  const { items } = await api<{ items: { step: string; state: string }[] }>(
    'GET',
    `/api/flows/executions/${id}/steps`,
  );
  const step = items.find((one) => one.state === 'Book')?.step;
  await api('POST', `/api/flows/executions/${id}/send-back`, {
    step,
    compensate: true,
    reason: 'wrong date',
  });
  await workUntil(id, isWaiting);
  await api('POST', `/api/flows/executions/${id}/events/confirm`, {});
  await workUntil(id, (seen) => ['FAILED', 'SUCCEEDED'].includes(seen.status));
  return id;
}
