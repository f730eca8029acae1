import type { Status } from './status';

/** The part of a step that the outline needs. */
export interface OutlineStep {
  step: string;
  state: string;
  frame: string;
  status: Status;
  startedAt: string;
  endedAt?: string | null;
}

/** A row of the outline: a frame below the step that forked it, or a step. */
export type OutlineRow<S extends OutlineStep> =
  | { kind: 'step'; key: string; depth: number; step: S; hasChildren: boolean }
  | { kind: 'frame'; key: string; depth: number; name: string; status: Status; hasChildren: true };

/** A frame id such as `/Fan#3/1`: child 1 of the third visit of its parent, which was to Fan. */
export function parentOfFrame(frame: string): { step: string; child: string } | null {
  if (frame === '/') return null;
  const parts = frame.split('/');
  const child = unescapeName(parts.at(-1) ?? '');
  const hop = parts.at(-2) ?? '';
  const parent = parts.slice(0, -2).join('/') || '/';
  return { step: `${parent}@${hop.slice(hop.lastIndexOf('#') + 1)}`, child };
}

export function unescapeName(name: string): string {
  return name.replaceAll('%2F', '/').replaceAll('%25', '%');
}

/** Returns the names of the states around a frame, outermost first: `[{state, child}]`. */
export function framePath(frame: string): { state: string; child: string }[] {
  if (frame === '/') return [];
  const parts = frame.slice(1).split('/');
  const path: { state: string; child: string }[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const hop = parts[i] ?? '';
    path.push({
      state: unescapeName(hop.slice(0, hop.lastIndexOf('#'))),
      child: unescapeName(parts[i + 1] ?? ''),
    });
  }
  return path;
}

const WORST: readonly Status[] = [
  'FAILED',
  'TIMED_OUT',
  'RUNNING',
  'WAITING',
  'PAUSED',
  'PENDING',
  'CANCELLED',
  'ROLLED_BACK',
  'COMPENSATED',
  'SKIPPED',
];

function statusOf(steps: readonly OutlineStep[]): Status {
  const last = steps.at(-1)?.status;
  for (const status of WORST) {
    if (status === 'FAILED' ? last === 'FAILED' : steps.some((step) => step.status === status))
      return status;
  }
  return 'SUCCEEDED';
}

/**
 * Returns the rows of the outline: steps in their order, frames below the step that forked them.
 * Rows below a collapsed key are left out.
 */
export function outline<S extends OutlineStep>(
  steps: readonly S[],
  collapsed: ReadonlySet<string>,
): OutlineRow<S>[] {
  const byFrame = new Map<string, S[]>();
  const framesOfStep = new Map<string, string[]>();
  for (const step of steps) {
    const known = byFrame.get(step.frame);
    if (known) known.push(step);
    else {
      byFrame.set(step.frame, [step]);
      const parent = parentOfFrame(step.frame);
      if (parent) {
        const frames = framesOfStep.get(parent.step) ?? [];
        framesOfStep.set(parent.step, [...frames, step.frame]);
      }
    }
  }
  const rows: OutlineRow<S>[] = [];
  const addFrame = (frame: string, depth: number) => {
    for (const step of byFrame.get(frame) ?? []) {
      const children = framesOfStep.get(step.step) ?? [];
      rows.push({ kind: 'step', key: step.step, depth, step, hasChildren: children.length > 0 });
      if (collapsed.has(step.step)) continue;
      for (const child of children) {
        const name = parentOfFrame(child)?.child ?? child;
        const status = statusOf(byFrame.get(child) ?? []);
        rows.push({ kind: 'frame', key: child, depth: depth + 1, name, status, hasChildren: true });
        if (!collapsed.has(child)) addFrame(child, depth + 2);
      }
    }
  };
  addFrame('/', 0);
  // Frames of compensation and of the end task have no step above them.
  for (const frame of byFrame.keys()) {
    const parent = parentOfFrame(frame);
    if (parent && !steps.some((step) => step.step === parent.step)) {
      rows.push({
        kind: 'frame',
        key: frame,
        depth: 0,
        name: frame,
        status: statusOf(byFrame.get(frame) ?? []),
        hasChildren: true,
      });
      if (!collapsed.has(frame)) addFrame(frame, 1);
    }
  }
  return rows;
}

/** Returns the step that explains a failure: the last failed one in the innermost frame. */
export function failedStep<S extends OutlineStep>(steps: readonly S[]): S | null {
  const failed = steps.filter((step) => step.status === 'FAILED');
  return (
    failed.toSorted((a, b) => framePath(a.frame).length - framePath(b.frame).length).at(-1) ?? null
  );
}
