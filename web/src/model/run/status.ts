/** All statuses of executions and steps. */
export const STATUSES = [
  'PENDING',
  'RUNNING',
  'WAITING',
  'PAUSED',
  'SUCCEEDED',
  'FAILED',
  'TIMED_OUT',
  'CANCELLED',
  'SKIPPED',
  'ROLLED_BACK',
  'COMPENSATED',
] as const;
export type Status = (typeof STATUSES)[number];

export const EXECUTION_STATUSES = [
  'PENDING',
  'RUNNING',
  'WAITING',
  'PAUSED',
  'SUCCEEDED',
  'FAILED',
  'TIMED_OUT',
  'CANCELLED',
] as const;

const ENDED: ReadonlySet<string> = new Set(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'CANCELLED']);

export function hasEnded(status: Status): boolean {
  return ENDED.has(status);
}
