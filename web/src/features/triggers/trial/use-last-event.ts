import { call } from '../../../api/client';
import { executionPath } from '../../../api/paths';
import type { Binding, Execution, Listing, Rejected } from '../../../api/types';
import { exampleEvent } from '../../../model/triggers/bindings';
import { eventToTry } from '../../../model/triggers/trial';

type Event = Record<string, unknown>;

/**
 * Returns the function that finds the newest event: in the input of what a binding has started
 * last, or else among the rejected ones; an example if neither has one.
 */
export function useLastEvent(bindings: readonly Binding[]): () => Promise<Event> {
  return async () => {
    const [latest] = bindings
      .filter((one) => one.starts?.last && !one.inputMapping)
      .toSorted((a, b) => (b.starts?.lastAt ?? '').localeCompare(a.starts?.lastAt ?? ''));
    if (latest?.starts?.last) {
      const run = await call<Execution>(executionPath(latest.starts.last));
      const event = eventToTry(run.input);
      if (event) return event;
    }
    const rejected = await call<Listing<Rejected>>('/api/rejected', { query: { limit: 1 } });
    const event = eventToTry(rejected.items[0]?.fire);
    return event ?? (bindings[0] ? exampleEvent(bindings[0]) : { type: 'POLICY_CREATED' });
  };
}
