import { latestStep, type FrameTree } from './frames';
import type { RunState } from './replay';

/**
 * Returns the steps that decided how long a run took: all steps of the root frame, and within a
 * fork the frame that ended last, with the frames that it waited for.
 */
export function criticalPath(tree: FrameTree, state: RunState, now: number): Set<number> {
  const path = new Set<number>();
  const endOf = (frame: number) => {
    const step = latestStep(tree, state, frame);
    return step === -1 ? -1 : (state.endOf(step) ?? now);
  };
  const startOf = (frame: number) => {
    const step = tree.stepsOf(frame)[0];
    return step === undefined ? 0 : state.startOf(step);
  };
  const addFrame = (frame: number) => {
    for (const step of tree.stepsOf(frame)) {
      if (!state.hasBegun(step)) return;
      path.add(step);
      addChain(tree.framesOf(step));
    }
  };
  const addChain = (frames: readonly number[]) => {
    const byEnd = frames
      .map((frame) => ({ frame, start: startOf(frame), end: endOf(frame) }))
      .filter(({ end }) => end >= 0)
      .toSorted((a, b) => b.end - a.end);
    const first = byEnd.reduce((least, { start }) => Math.min(least, start), Infinity);
    let limit = Infinity;
    for (const { frame, start, end } of byEnd) {
      if (end > limit) continue;
      addFrame(frame);
      limit = start;
      if (limit <= first) return;
    }
  };
  if (tree.root !== -1) addFrame(tree.root);
  return path;
}
