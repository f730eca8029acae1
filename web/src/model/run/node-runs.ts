import { nodeIdOf, type Machine } from '../flow/graph';
import { elapsed, formatDuration } from '../time/duration';
import { framePath, type OutlineStep } from './outline';
import type { Status } from './status';

export interface RunOfNode {
  status: Status;
  visits: number;
  took: string;
}

/** Returns what happened at each node: the last visit counts, a failed one most. */
export function nodeRuns(
  steps: readonly OutlineStep[],
  machine: Machine,
  now: number,
): Map<string, RunOfNode> {
  const runs = new Map<string, RunOfNode>();
  for (const step of steps) {
    const id = nodeIdOf(framePath(step.frame), step.state, machine);
    const before = runs.get(id);
    const status = before?.status === 'FAILED' && step.frame !== '/' ? before.status : step.status;
    runs.set(id, {
      status,
      visits: (before?.visits ?? 0) + 1,
      took: formatDuration(elapsed(step.startedAt, step.endedAt, now)),
    });
  }
  return runs;
}
