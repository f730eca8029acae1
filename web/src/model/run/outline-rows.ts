import { isPlain, latestStep, type FrameTree } from './frames';
import type { RunState } from './replay';
import { stateName, stateType } from './run';
import type { Status } from './status';

/** A row of the outline. Keys are the same for the same thing at any moment. */
export type OutlineRow =
  | { kind: 'step'; key: string; depth: number; step: number; canOpen: boolean; isOpen: boolean }
  | { kind: 'frame'; key: string; depth: number; frame: number; canOpen: true; isOpen: boolean }
  | {
      kind: 'group';
      key: string;
      depth: number;
      status: Status;
      count: number;
      canOpen: true;
      isOpen: boolean;
    }
  | { kind: 'state'; key: string; depth: number; name: string; canOpen: false; isOpen: false };

/** Forks with more frames than this show their frames by status. */
export const MAX_SINGLE_FRAMES = 20;
const MAX_FAILED_FRAMES = 50;
const MAX_OPEN_ITEMS = 4;
const ORDER: readonly Status[] = [
  'FAILED',
  'WAITING',
  'RUNNING',
  'CANCELLED',
  'SKIPPED',
  'ROLLED_BACK',
  'COMPENSATED',
  'SUCCEEDED',
  'PENDING',
];

export interface OutlineView {
  tree: FrameTree;
  state: RunState;
  /** What the user opened or closed, by key. */
  toggled: ReadonlyMap<string, boolean>;
  /** Frames around the selected step, which are open. */
  revealed: ReadonlySet<number>;
  /** States of the flow that were not reached. */
  notReached: readonly string[];
  /** True if steps with frames are closed at first. */
  isCompact?: boolean;
}

/** Returns true if the rows depend on the moment, because frames are shown by status. */
export function hasGroups(tree: FrameTree): boolean {
  for (let step = 0; step < tree.run.stepCount; step++)
    if (tree.framesOf(step).length > MAX_SINGLE_FRAMES) return true;
  return false;
}

/** Returns the status of a frame: that of its latest step; PENDING if it has not begun. */
export function frameStatus(tree: FrameTree, state: RunState, frame: number): Status {
  const step = latestStep(tree, state, frame);
  return (step === -1 ? null : state.status(step)) ?? 'PENDING';
}

/** Returns the status of a frame as people see it: WAITING if its latest step waits. */
export function shownFrameStatus(tree: FrameTree, state: RunState, frame: number): Status {
  const step = latestStep(tree, state, frame);
  return (step === -1 ? null : state.shownStatus(step)) ?? 'PENDING';
}

/** Returns the rows: steps in their order, frames below the step that began them. */
export function outlineRows(view: OutlineView): OutlineRow[] {
  const { tree } = view;
  const rows: OutlineRow[] = [];
  const isOpen = (key: string, initially: boolean) => view.toggled.get(key) ?? initially;

  const addSteps = (frame: number, depth: number) => {
    for (const step of tree.stepsOf(frame)) addStep(step, depth);
  };
  const addStep = (step: number, depth: number) => {
    const frames = tree.framesOf(step);
    const key = `s${step}`;
    const open = isOpen(key, view.isCompact !== true);
    rows.push({ kind: 'step', key, depth, step, canOpen: frames.length > 0, isOpen: open });
    if (!open) return;
    if (frames.length > MAX_SINGLE_FRAMES) addGroups(step, frames, depth + 1);
    else for (const one of frames) addFrame(one, frames.length, depth + 1);
  };
  const addFrame = (frame: number, siblings: number, depth: number) => {
    if (isPlain(tree, frame)) return addSteps(frame, depth);
    const key = `f${frame}`;
    const isItem = stateType(tree.run, tree.stepAbove(frame)) === 'Map';
    const open = isOpen(key, !isItem || siblings <= MAX_OPEN_ITEMS || view.revealed.has(frame));
    rows.push({ kind: 'frame', key, depth, frame, canOpen: true, isOpen: open });
    if (open) addSteps(frame, depth + 1);
  };
  const addGroups = (step: number, frames: readonly number[], depth: number) => {
    const byStatus = new Map<Status, number[]>();
    for (const frame of frames) {
      const status = shownFrameStatus(tree, view.state, frame);
      const known = byStatus.get(status);
      if (known) known.push(frame);
      else byStatus.set(status, [frame]);
    }
    for (const frame of frames) if (view.revealed.has(frame)) addFrame(frame, frames.length, depth);
    for (const status of ORDER) {
      const all = (byStatus.get(status) ?? []).filter((frame) => !view.revealed.has(frame));
      const single = status === 'FAILED' ? all.slice(0, MAX_FAILED_FRAMES) : [];
      for (const frame of single) addFrame(frame, frames.length, depth);
      const rest = all.slice(single.length);
      if (rest.length === 0) continue;
      const key = `g${step}${status}`;
      const open = isOpen(key, false);
      const count = rest.length;
      rows.push({ kind: 'group', key, depth, status, count, canOpen: true, isOpen: open });
      if (open) for (const frame of rest) addFrame(frame, frames.length, depth + 1);
    }
  };

  if (tree.root !== -1) addSteps(tree.root, 0);
  for (const frame of tree.orphans) addFrame(frame, 1, 0);
  for (const name of view.notReached)
    rows.push({ kind: 'state', key: `n${name}`, depth: 0, name, canOpen: false, isOpen: false });
  return rows;
}

/** Returns the rows of the steps that match, without their frames. */
export function foundRows(
  { tree, state }: OutlineView,
  text: string,
  isFailedOnly: boolean,
): OutlineRow[] {
  const wanted = text.toLowerCase();
  const names = tree.run.states.map((name) => name.toLowerCase().includes(wanted));
  const rows: OutlineRow[] = [];
  for (let step = 0; step < tree.run.stepCount; step++) {
    if (!names[tree.run.stepState[step] ?? 0]) continue;
    if (isFailedOnly && state.status(step) !== 'FAILED') continue;
    rows.push({ kind: 'step', key: `s${step}`, depth: 0, step, canOpen: false, isOpen: false });
  }
  return rows;
}

/** Returns the frames around a step, the innermost first. */
export function framesAround(tree: FrameTree, step: number): Set<number> {
  const found = new Set<number>();
  let frame = tree.run.stepFrame[step] ?? -1;
  while (frame !== -1 && !found.has(frame)) {
    found.add(frame);
    const above = tree.stepAbove(frame);
    frame = above === -1 ? -1 : (tree.run.stepFrame[above] ?? -1);
  }
  return found;
}

/** Returns the names of root states that no step visited, in the order of the definition. */
export function notReached(tree: FrameTree, states: readonly string[]): string[] {
  const visited = new Set<string>();
  if (tree.root !== -1)
    for (const step of tree.stepsOf(tree.root)) visited.add(stateName(tree.run, step));
  return states.filter((state) => !visited.has(state));
}
