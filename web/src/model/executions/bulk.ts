import type { ExecutionFilter } from './filter';
import { bulkFilterOf } from './query';
import type { Selection } from './selection';

export type BulkAction = 'retry' | 'cancel' | 'signal' | 'pause' | 'resume';

/** What a form asks for besides the executions. */
export interface BulkForm {
  reason: string;
  mode: 'full' | 'from-failure';
  event: string;
  payload: string;
}

export const EMPTY_FORM: BulkForm = { reason: '', mode: 'from-failure', event: '', payload: '' };

const LIVE = ['PENDING', 'RUNNING', 'WAITING', 'PAUSED'];
const APPLIES_TO: Readonly<Record<BulkAction, readonly string[]>> = {
  retry: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'CANCELLED'],
  cancel: LIVE,
  signal: LIVE,
  pause: ['PENDING', 'RUNNING', 'WAITING'],
  resume: ['PAUSED'],
};

/** Returns how many of the counted executions an action changes; it skips the others. */
export function applicableOf(
  action: BulkAction,
  byStatus: Readonly<Record<string, number>>,
): number {
  return APPLIES_TO[action].reduce((sum, status) => sum + (byStatus[status] ?? 0), 0);
}

/** Returns what is wrong with the form, as the id of a message; undefined if nothing is. */
export function problemOf(action: BulkAction, form: BulkForm): string | undefined {
  if (action !== 'signal') return undefined;
  if (form.event.trim() === '') return 'bulk.eventMissing';
  if (form.payload.trim() === '') return undefined;
  try {
    JSON.parse(form.payload);
    return undefined;
  } catch {
    return 'bulk.payloadInvalid';
  }
}

/** Returns the body of the request for an action on the selected executions. */
export function bulkRequest(
  action: BulkAction,
  form: BulkForm,
  selection: Selection,
  filter: ExecutionFilter,
  readAt: number,
): Record<string, unknown> {
  const tests = filter.test ?? 'all';
  return {
    action,
    // What started after the list was read was not seen, so it is not acted on.
    filter: selection.all
      ? { ...bulkFilterOf(filter, readAt), to: filter.to ?? new Date(readAt).toISOString() }
      : { ids: [...selection.ids], test: tests, parent: 'any' },
    ...(form.reason.trim() === '' || action === 'signal' ? {} : { reason: form.reason.trim() }),
    ...(action === 'retry' ? { mode: form.mode } : {}),
    ...(action === 'signal' ? { event: form.event.trim() } : {}),
    ...(action === 'signal' && form.payload.trim() !== ''
      ? { payload: JSON.parse(form.payload) as unknown }
      : {}),
  };
}
