import { nodeIdOf, type Machine } from '../flow/graph';
import { formatDuration } from '../time/duration';
import { latestStep, type FrameTree } from './frames';
import { framePath } from './outline';
import type { RunState } from './replay';
import { stateName, stateType, type Run } from './run';
import type { Status } from './status';

export interface RunOfNode {
  status: Status;
  visits: number;
  took: string;
  /** Frames that ended well and all frames, of a Map. */
  items: { done: number; all: number } | null;
}

/** The nodes of a graph that a run visits, and the node of each step. */
export interface NodeIndex {
  readonly ids: readonly string[];
  readonly ofStep: Int32Array;
}

/** Returns true for compensation and the task at the end: these run beside the states of the flow. */
function isBeside(run: Run, frame: number): boolean {
  return run.frames[frame]?.startsWith('/~') === true;
}

/** Finds the node of each step once; -1 for steps beside the states of the flow. */
export function nodeIndex(run: Run, machine: Machine): NodeIndex {
  const ids: string[] = [];
  const indexes = new Map<string, number>();
  const byFrame = new Map<string, number>();
  const ofStep = new Int32Array(run.stepCount);
  const paths = run.frames.map((frame) => framePath(frame));
  for (let step = 0; step < run.stepCount; step++) {
    const frame = run.stepFrame[step] ?? 0;
    const key = `${frame}/${run.stepState[step]}`;
    let index = byFrame.get(key);
    if (index === undefined && isBeside(run, frame)) {
      index = -1;
      byFrame.set(key, index);
    }
    if (index === undefined) {
      const id = nodeIdOf(paths[frame] ?? [], stateName(run, step), machine);
      index = indexes.get(id) ?? ids.push(id) - 1;
      indexes.set(id, index);
      byFrame.set(key, index);
    }
    ofStep[step] = index;
  }
  return { ids, ofStep };
}

/** Returns what had happened at each node: the last visit counts, within frames a failed one most. */
export function nodeRuns(
  tree: FrameTree,
  nodes: NodeIndex,
  state: RunState,
  now: number,
): Map<string, RunOfNode> {
  const visits = new Int32Array(nodes.ids.length);
  const latest = new Int32Array(nodes.ids.length).fill(-1);
  for (let step = 0; step < state.stepCount; step++) {
    const node = nodes.ofStep[step] ?? -1;
    if (node < 0) continue;
    visits[node] = (visits[node] ?? 0) + 1;
    const before = latest[node] ?? -1;
    const isInner = tree.run.stepFrame[step] !== tree.root;
    if (before === -1 || !isInner || state.status(before) !== 'FAILED') latest[node] = step;
  }
  const runs = new Map<string, RunOfNode>();
  nodes.ids.forEach((id, node) => {
    const step = latest[node] ?? -1;
    const status = step === -1 ? null : state.status(step);
    if (status === null) return;
    const took = (state.endOf(step) ?? now) - state.startOf(step);
    runs.set(id, {
      status,
      visits: visits[node] ?? 0,
      took: formatDuration(Math.max(0, took)),
      items: stateType(tree.run, step) === 'Map' ? itemsOf(tree, state, step) : null,
    });
  });
  return runs;
}

function itemsOf(tree: FrameTree, state: RunState, step: number) {
  const frames = tree.framesOf(step);
  let done = 0;
  for (const frame of frames) {
    const last = latestStep(tree, state, frame);
    const isLast = last === tree.stepsOf(frame).at(-1);
    if (isLast && last !== -1 && state.status(last) === 'SUCCEEDED') done++;
  }
  return { done, all: frames.length };
}

/** Returns the latest step that visited a node; -1 if there is none. */
export function latestVisit(nodes: NodeIndex, state: RunState, id: string): number {
  const node = nodes.ids.indexOf(id);
  for (let step = nodes.ofStep.length - 1; step >= 0; step--)
    if (nodes.ofStep[step] === node && state.hasBegun(step)) return step;
  return -1;
}
