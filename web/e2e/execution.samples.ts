import { api } from './server';

interface Execution {
  id: string;
  status: string;
}

/** Publishes a flow unless it exists, and starts it. */
async function run(code: string, definition: object, body: object = {}): Promise<string> {
  await api('POST', '/api/flows?publish=true', {
    name: code,
    code,
    format: 'json',
    source: JSON.stringify(definition),
  }).catch((error: unknown) => {
    // A second run of the tests on the same tenant.
    if (!String(error).includes('code-taken')) throw error;
  });
  const { id } = await api<Execution>('POST', `/api/flows/${code}/execute`, body);
  return id;
}

const path = (id: string) => `/api/flows/executions/${id}`;

/** Waits until an execution has ended or waits. */
async function settled(id: string): Promise<string> {
  for (let i = 0; i < 120; i++) {
    const { status } = await api<Execution>('GET', `${path(id)}?wait=1`);
    if (status !== 'RUNNING' && status !== 'PENDING') return id;
  }
  throw new Error(`execution ${id} neither ended nor waits`);
}

const ITEM = {
  StartAt: 'Kind?',
  States: {
    'Kind?': {
      Type: 'Choice',
      Choices: [
        { Variable: '$.kind', StringEquals: 'bad', Next: 'Refuse' },
        { Variable: '$.kind', StringEquals: 'late', Next: 'Await letter' },
      ],
      Default: 'Quote',
    },
    Quote: { Type: 'Pass', End: true },
    'Await letter': { Type: 'Wait', Event: 'letter', End: true },
    Refuse: { Type: 'Fail', Error: 'Rating.NoTariff', Cause: 'No tariff for this product.' },
  },
};

const items = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `P-${40_000 + i}`,
    kind: i % 150 === 17 ? 'bad' : i % 100 === 42 ? 'late' : 'good',
  }));

const renewal = (config: object) => ({
  StartAt: 'Renew policies',
  States: {
    'Renew policies': {
      Type: 'Map',
      ItemsPath: '$.policies',
      ToleratedFailurePercentage: 50,
      ItemProcessor: { ...config, ...ITEM },
      ResultPath: '$.renewed',
      Next: 'Summary',
    },
    Summary: { Type: 'Pass', End: true },
  },
});

/** A Map of which some items failed and some wait. */
export async function runMap(count: number): Promise<string> {
  const id = await run('renew-policies', renewal({}), {
    businessKey: `R-${count}`,
    input: { policies: items(count) },
  });
  return settled(id);
}

/** A Map whose items run as executions of their own. */
export async function runDistributedMap(count: number): Promise<string> {
  const config = { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } };
  const id = await run('renew-apart', renewal(config), {
    businessKey: `D-${count}`,
    input: { policies: items(count) },
  });
  return settled(id);
}

/** A Parallel that is too large to be drawn in place, with a state that is visited 12 times. */
export async function runNested(): Promise<string> {
  const steps = (branch: number, length: number) => ({
    StartAt: `B${branch} S0`,
    States: Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `B${branch} S${i}`,
        i + 1 < length
          ? { Type: 'Pass', Next: `B${branch} S${i + 1}` }
          : { Type: 'Pass', End: true },
      ]),
    ),
  });
  const id = await run(
    'nested-work',
    {
      StartAt: 'Count',
      States: {
        Count: { Type: 'Pass', Parameters: { 'n.$': 'States.MathAdd($.n, 1)' }, Next: 'Enough?' },
        'Enough?': {
          Type: 'Choice',
          Choices: [{ Variable: '$.n', NumericLessThan: 12, Next: 'Count' }],
          Default: 'Many',
        },
        Many: { Type: 'Parallel', Branches: [steps(1, 20), steps(2, 20)], End: true },
      },
    },
    { input: { n: 0 } },
  );
  return settled(id);
}

export const HOSTILE =
  '<img src=x onerror=alert(1)> \u202Egnp.exe\u200B {{7*7}} ' + 'W'.repeat(200);

/** Names, keys and errors that must not be more than text. */
export async function runHostile(): Promise<string> {
  const name = HOSTILE.slice(0, 80);
  const id = await run(
    'hostile-names',
    {
      StartAt: name,
      States: {
        [name]: { Type: 'Pass', Next: 'Stop' },
        Stop: { Type: 'Fail', Error: 'Bad.<b>Markup</b>', Cause: `${HOSTILE}${'x'.repeat(9_000)}` },
      },
    },
    {
      businessKey: HOSTILE.slice(0, 100),
      labels: { note: HOSTILE.slice(0, 100) },
      input: { [HOSTILE]: HOSTILE },
    },
  );
  return settled(id);
}

/** A person decides with a form. */
export async function runHuman(key: string): Promise<string> {
  const id = await run(
    'approve-expense',
    {
      StartAt: 'Approve',
      States: {
        Approve: {
          Type: 'Human',
          Kind: 'approval',
          Title: 'Approve the expense?',
          Assignees: ['group:finance'],
          Form: {
            type: 'object',
            required: ['comment'],
            properties: {
              comment: { type: 'string', title: 'Comment' },
              amount: { type: 'number' },
            },
          },
          Outcomes: { approved: { Next: 'Pay' }, rejected: { Next: 'Refused' } },
          ResultPath: '$.decision',
          Next: 'Pay',
        },
        Pay: { Type: 'Pass', End: true },
        Refused: { Type: 'Fail', Error: 'Expense.Rejected' },
      },
    },
    { businessKey: key, input: { amount: 420 } },
  );
  return settled(id);
}

const single = (state: object) => ({ StartAt: 'Work', States: { Work: { ...state, End: true } } });

/** Executions that are held, by the kind of the reason. */
export const HELD: Record<string, () => Promise<string>> = {
  event: () => run('hold-event', single({ Type: 'Wait', Event: 'order.paid' })).then(settled),
  timer: () => run('hold-timer', single({ Type: 'Wait', Seconds: 3_600 })).then(settled),
  person: () => runHuman('E-explain'),
  'no-worker': () =>
    run('hold-no-worker', single({ Type: 'Task', Resource: 'print:nobody' })).then(settled),
  worker: async () => {
    const id = await run('hold-worker', single({ Type: 'Task', Resource: 'print:held' }));
    await api('POST', '/api/workers/poll', {
      resources: ['print:held'],
      worker: 'printer-1',
      wait: 30,
      max: 1,
    });
    return settled(id);
  },
  'no-free-worker': () =>
    run('hold-busy', single({ Type: 'Task', Resource: 'print:held' })).then(settled),
  retry: async () => {
    const id = await run(
      'hold-retry',
      single({
        Type: 'Task',
        Resource: 'print:retried',
        Retry: [{ ErrorEquals: ['Printer.Jam'], IntervalSeconds: 3_600, MaxAttempts: 2 }],
      }),
    );
    const [task] = await api<{ token: string }[]>('POST', '/api/workers/poll', {
      resources: ['print:retried'],
      worker: 'printer-1',
      wait: 30,
      max: 1,
    });
    const token = encodeURIComponent(task?.token ?? '');
    await api('POST', `/api/workers/${token}/failure`, { error: 'Printer.Jam', cause: 'Tray 2.' });
    return settled(id);
  },
  child: async () => {
    await HELD['event']?.();
    const id = await run(
      'hold-child',
      single({
        Type: 'Task',
        Resource: 'flow:hold-event.sync',
      }),
    );
    return settled(id);
  },
  paused: async () => {
    const id = await run('hold-paused', single({ Type: 'Wait', Event: 'order.paid' }));
    await settled(id);
    await api('POST', `${path(id)}/pause`, { reason: 'the customer asked for a call' });
    return id;
  },
};
