type States = Record<string, object>;

/** A Task that the server serves itself, so that no worker is needed. */
const task = (next: object) => ({
  Type: 'Task',
  Resource: 'TRANSFORM_DATA',
  Config: { expression: '1' },
  ResultPath: null,
  ...next,
});

const END = { End: true };

/** Steps in a row; an item has four of them. */
const item = {
  StartAt: 'Load line',
  States: {
    'Load line': { Type: 'Pass', Next: 'In stock?' },
    'In stock?': {
      Type: 'Choice',
      Choices: [{ Variable: '$', IsPresent: true, Next: 'Reserve' }],
      Default: 'Done',
    },
    Reserve: task({ Next: 'Done' }),
    Done: { Type: 'Pass', Result: 1, End: true },
  },
};

/** Half of the steps are in a loop of the flow itself, the others in items of items. */
export const stepsFlow = {
  StartAt: 'Begin',
  States: {
    Begin: { Type: 'Pass', Result: 0, ResultPath: '$.n', Next: 'Count' },
    Count: {
      Type: 'Pass',
      Parameters: {
        'n.$': 'States.MathAdd($.n, 1)',
        'rounds.$': '$.rounds',
        'pauses.$': '$.pauses',
        'groups.$': '$.groups',
      },
      Next: 'More?',
    },
    'More?': {
      Type: 'Choice',
      Choices: [
        { Variable: '$.n', NumericGreaterThanEqualsPath: '$.rounds', Next: 'Groups' },
        { Variable: '$.n', NumericEqualsPath: '$.pauses[0]', Next: 'Pause' },
      ],
      Default: 'Count',
    },
    Pause: {
      Type: 'Wait',
      Seconds: 1,
      Next: 'Next pause',
    },
    'Next pause': {
      Type: 'Pass',
      Parameters: {
        'n.$': '$.n',
        'rounds.$': '$.rounds',
        'pauses.$': '$.pauses[1:]',
        'groups.$': '$.groups',
      },
      Next: 'Count',
    },
    Groups: {
      Type: 'Map',
      ItemsPath: '$.groups',
      ItemProcessor: {
        StartAt: 'Lines',
        States: {
          Lines: { Type: 'Map', ItemsPath: '$', ItemProcessor: item, ResultPath: null, End: true },
        },
      },
      ResultPath: null,
      End: true,
    },
  },
};

/** Returns an input that makes about so many steps. */
export function stepsInput(steps: number): object {
  const rounds = Math.round(steps / 4);
  const items = Math.round(steps / 8);
  const groups = Math.max(5, Math.round(Math.sqrt(items) / 4));
  return {
    rounds,
    pauses: [0.25, 0.5, 0.75, 2].map((share) => Math.round(rounds * share)),
    groups: Array.from({ length: groups }, () => Array(Math.round(items / groups)).fill(1)),
  };
}

export const itemsFlow = {
  StartAt: 'Price items',
  States: {
    'Price items': {
      Type: 'Map',
      ItemsPath: '$.items',
      ItemProcessor: {
        StartAt: 'Look up',
        States: {
          'Look up': task({
            Next: 'Price',
            Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Price' }],
          }),
          Price: { Type: 'Pass', Result: 1, End: true },
        },
      },
      ResultPath: null,
      End: true,
    },
  },
};

/** Returns a flow of so many states in blocks of ten: Tasks, a Choice, a Parallel, and a Fail for all. */
export function statesFlow(count: number): object {
  const states: States = {};
  const blocks = Math.floor((count - 1) / 10);
  for (let i = 0; i < blocks; i++) {
    const next = i + 1 < blocks ? { Next: `Load ${i + 1}` } : END;
    const failed = { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Failed' }] };
    states[`Load ${i}`] = task({ Next: `Check ${i}`, ...failed });
    states[`Check ${i}`] = {
      Type: 'Choice',
      Choices: [{ Variable: '$.total', NumericGreaterThan: 1_000, Next: `Review ${i}` }],
      Default: `Accept ${i}`,
    };
    states[`Review ${i}`] = { Type: 'Pass', Next: `Book ${i}` };
    states[`Accept ${i}`] = { Type: 'Pass', Next: `Book ${i}` };
    states[`Book ${i}`] = {
      Type: 'Parallel',
      Branches: [
        {
          StartAt: `Reserve ${i}`,
          States: {
            [`Reserve ${i}`]: { Type: 'Pass', Next: `Pack ${i}` },
            [`Pack ${i}`]: { Type: 'Pass', End: true },
          },
        },
        { StartAt: `Charge ${i}`, States: { [`Charge ${i}`]: { Type: 'Pass', End: true } } },
      ],
      ResultPath: null,
      Next: `Ship ${i}`,
      ...failed,
    };
    states[`Ship ${i}`] = task({ Next: `Report ${i}`, ...failed });
    states[`Report ${i}`] = { Type: 'Pass', ...next };
  }
  states['Failed'] = { Type: 'Fail', Error: 'Order.Failed', Cause: 'A step of the order failed.' };
  return { StartAt: 'Load 0', States: states };
}

export const quickFlow = { StartAt: 'Done', States: { Done: { Type: 'Pass', End: true } } };

export const payloadFlow = {
  StartAt: 'Check order',
  States: {
    'Check order': { Type: 'Pass', Next: 'Enrich' },
    Enrich: { Type: 'Pass', Result: true, ResultPath: '$.isKnown', End: true },
  },
};

/** Returns an input of about so many bytes as JSON. */
export function payloadInput(bytes: number): object {
  const lines = Array.from({ length: Math.round(bytes / 95) }, (_, i) => ({
    sku: `SKU-${i}`,
    name: `article number ${i}`,
    count: (i % 7) + 1,
    price: i * 1.25,
    isGift: i % 2 === 0,
  }));
  return { order: { id: 'A-17', currency: 'EUR', lines } };
}

export const tickInput = { items: Array(10).fill(1) };

/** Changes about eleven times a second until it is cancelled. */
export const tickFlow = {
  StartAt: 'Wait',
  States: {
    Wait: { Type: 'Wait', Seconds: 1, Next: 'Tick' },
    Tick: {
      Type: 'Map',
      ItemsPath: '$.items',
      ItemProcessor: { StartAt: 'Beat', States: { Beat: task(END) } },
      ResultPath: null,
      Next: 'Wait',
    },
  },
};
