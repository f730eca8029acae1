import { unescapeName } from './outline';
import type { RunState } from './replay';
import { stateType, type Run } from './run';

const NONE = -1;

/** How the frames of a run lie in each other: the steps of a frame, and the frames of a step. */
export interface FrameTree {
  readonly run: Run;
  /** The frame of the flow itself; -1 if nothing has begun. */
  readonly root: number;
  /** Frames that no known step began, such as those of compensation. */
  readonly orphans: readonly number[];
  stepsOf(frame: number): Int32Array;
  framesOf(step: number): readonly number[];
  /** Returns the step that began a frame; -1 for the root and for orphans. */
  stepAbove(frame: number): number;
}

const NO_FRAMES: readonly number[] = [];

export function frameTree(run: Run): FrameTree {
  const { offsets, steps } = stepsByFrame(run);
  const stepsOf = (frame: number) => steps.subarray(offsets[frame], offsets[frame + 1]);
  const indexes = new Map(run.frames.map((frame, i) => [frame, i]));
  const above = new Int32Array(run.frames.length).fill(NONE);
  const below = new Map<number, number[]>();
  const orphans: number[] = [];
  run.frames.forEach((frame, i) => {
    if (frame === '/') return;
    const nameAt = frame.lastIndexOf('/');
    const hopAt = frame.lastIndexOf('/', nameAt - 1);
    const hop = frame.slice(hopAt + 1, nameAt);
    const parent = indexes.get(frame.slice(0, hopAt) || '/');
    const visit = Number(hop.slice(hop.lastIndexOf('#') + 1));
    const step = parent === undefined ? NONE : stepOfVisit(run, stepsOf(parent), visit);
    above[i] = step;
    if (step === NONE) orphans.push(i);
    else {
      const known = below.get(step);
      if (known) known.push(i);
      else below.set(step, [i]);
    }
  });
  return {
    run,
    root: indexes.get('/') ?? NONE,
    orphans,
    stepsOf,
    framesOf: (step) => below.get(step) ?? NO_FRAMES,
    stepAbove: (frame) => above[frame] ?? NONE,
  };
}

function stepsByFrame(run: Run): { offsets: Int32Array; steps: Int32Array } {
  const offsets = new Int32Array(run.frames.length + 1);
  for (let step = 0; step < run.stepCount; step++) {
    const frame = (run.stepFrame[step] ?? 0) + 1;
    offsets[frame] = (offsets[frame] ?? 0) + 1;
  }
  for (let i = 1; i < offsets.length; i++) offsets[i] = (offsets[i] ?? 0) + (offsets[i - 1] ?? 0);
  const next = offsets.slice();
  const steps = new Int32Array(run.stepCount);
  for (let step = 0; step < run.stepCount; step++) {
    const frame = run.stepFrame[step] ?? 0;
    const at = next[frame] ?? 0;
    steps[at] = step;
    next[frame] = at + 1;
  }
  return { offsets, steps };
}

/** Visits are numbered from 1 without gaps, unless a part of the history is unknown. */
function stepOfVisit(run: Run, steps: Int32Array, visit: number): number {
  const expected = steps[visit - 1];
  if (expected !== undefined && run.stepVisit[expected] === visit) return expected;
  return steps.find((step) => run.stepVisit[step] === visit) ?? NONE;
}

/** Returns the name of a frame within its step: an index of a branch or item, or a node. */
export function frameName(run: Run, frame: number): string {
  const id = run.frames[frame] ?? '/';
  return unescapeName(id.slice(id.lastIndexOf('/') + 1));
}

/** Returns true if the frame needs no name of its own: a branch or node of a single state. */
export function isPlain(tree: FrameTree, frame: number): boolean {
  const step = tree.stepAbove(frame);
  return step !== NONE && stateType(tree.run, step) !== 'Map' && tree.stepsOf(frame).length === 1;
}

/** Returns the latest begun step of a frame; -1 if it has not begun. */
export function latestStep(tree: FrameTree, state: RunState, frame: number): number {
  const steps = tree.stepsOf(frame);
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (state.hasBegun(steps[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1] ?? NONE;
}

/** Returns the step that explains a failure: from the root inwards, the last step that failed. */
export function failedStepOf(tree: FrameTree, state: RunState): number {
  const failedIn = (frame: number, before: number): number => {
    const steps = tree.stepsOf(frame);
    for (let i = steps.length - 1; i >= 0; i--) {
      const step = steps[i] ?? NONE;
      if (state.status(step) === 'FAILED' && state.lastEvent(step) <= before) return step;
    }
    return NONE;
  };
  let found = tree.root === NONE ? NONE : failedIn(tree.root, state.eventCount);
  while (found !== NONE) {
    let inner = NONE;
    for (const frame of tree.framesOf(found)) {
      const step = failedIn(frame, state.lastEvent(found));
      if (step !== NONE && (inner === NONE || state.lastEvent(step) > state.lastEvent(inner)))
        inner = step;
    }
    if (inner === NONE) return found;
    found = inner;
  }
  for (let step = state.stepCount - 1; step >= 0; step--)
    if (state.status(step) === 'FAILED') return step;
  return NONE;
}
