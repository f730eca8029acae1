import { nodeIdOf, type Machine } from '../flow/graph';
import { formatDuration } from '../time/duration';
import type { AlignedRow, ComparedStep } from './compare';
import { framePath } from './outline';
import type { Status } from './status';

/** What one side of a comparison did at a node, and how the node differs. */
export interface ComparedNodes {
  runs: Map<string, { status: Status; visits: number; took: string }>;
  changes: Map<string, string>;
}

/** Returns the node that a step visited. */
export function nodeOfStep(step: ComparedStep, machine: Machine): string {
  return nodeIdOf(framePath(step.frame), step.state, machine);
}

/** Returns what one side did at each node: the last visit counts, a failed one most. */
export function comparedNodes(
  rows: readonly AlignedRow[],
  side: 'left' | 'right',
  machine: Machine,
): ComparedNodes {
  const runs: ComparedNodes['runs'] = new Map();
  const changes: ComparedNodes['changes'] = new Map();
  for (const row of rows) {
    const step = row[side];
    if (!step) continue;
    const id = nodeOfStep(step, machine);
    const before = runs.get(id);
    const isFailedInside = before?.status === 'FAILED' && step.frame !== '/';
    runs.set(id, {
      status: isFailedInside ? 'FAILED' : step.status,
      visits: (before?.visits ?? 0) + 1,
      took: step.tookMs === null ? '' : formatDuration(step.tookMs),
    });
    if (row.differs.some((kind) => kind !== 'duration'))
      changes.set(id, row.differs[0] !== 'path' ? 'changed' : row.left ? 'removed' : 'added');
  }
  return { runs, changes };
}
