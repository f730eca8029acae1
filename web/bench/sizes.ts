/** What is measured with little and with much of it. */
export const CASES = ['steps', 'states', 'items', 'executions', 'payload'] as const;
export type CaseName = (typeof CASES)[number];

export type SizeName = 'small' | 'large';

/** Each size has a tenant of its own. */
export const SIZES: Record<SizeName, Record<CaseName, number>> = {
  small: { steps: 500, states: 50, items: 100, executions: 1_000, payload: 2_000 },
  large: { steps: 50_000, states: 1_000, items: 10_000, executions: 100_000, payload: 250_000 },
};

export const TITLES: Record<CaseName, string> = {
  steps: 'an execution of 500 and of 50,000 steps',
  states: 'a flow of 50 and of 1,000 states, with an execution',
  items: 'a Map of 100 and of 10,000 items',
  executions: 'a list of 1,000 and of 100,000 executions',
  payload: 'a step with an input of 2 KB and of 250 KB',
};
