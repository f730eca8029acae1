import type { Machine } from '../flow/graph';
import { formatDuration } from '../time/duration';
import { latestStep, type FrameTree } from './frames';
import { unescapeName } from './outline';
import type { RunState } from './replay';
import { stateName, stateType, type Run } from './run';
import type { Status } from './status';

export interface RunOfNode {
  status: Status;
  visits: number;
  took: string;
  /** Frames that ended well, that failed, and all, of a Map. */
  items: { done: number; failed: number; all: number } | null;
  /** Visits by their outcome, where items share the node. */
  counts: { failed: number; open: number; done: number };
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
  // Frames of the same machine, such as ten thousand items, share the nodes of its states.
  const ofMachine = new Map<Machine | null, Int32Array>();
  const machines = machinesOfFrames(run, machine);
  const ofStep = new Int32Array(run.stepCount);
  for (let step = 0; step < run.stepCount; step++) {
    const frame = run.stepFrame[step] ?? 0;
    if (isBeside(run, frame)) {
      ofStep[step] = -1;
      continue;
    }
    const own = machines[frame] ?? null;
    let nodes = ofMachine.get(own);
    if (!nodes) ofMachine.set(own, (nodes = new Int32Array(run.states.length).fill(-1)));
    const state = run.stepState[step] ?? 0;
    let index = nodes[state] ?? -1;
    if (index === -1) {
      const name = stateName(run, step);
      const id = own && own.id !== '' ? `${own.id}/${name}` : name;
      index = indexes.get(id) ?? ids.push(id) - 1;
      indexes.set(id, index);
      nodes[state] = index;
    }
    ofStep[step] = index;
  }
  return { ids, ofStep };
}

/** Returns the machine of each frame; null where the definition has no such part. */
function machinesOfFrames(run: Run, root: Machine): (Machine | null)[] {
  const known = new Map<string, Machine | null>([['/', root]]);
  const inner = new Map<string, Machine | null>();
  const machineOf = (frame: string): Machine | null => {
    const before = known.get(frame);
    if (before !== undefined) return before;
    const nameAt = frame.lastIndexOf('/');
    const hopAt = frame.lastIndexOf('/', nameAt - 1);
    const parent = hopAt < 0 ? null : machineOf(frame.slice(0, hopAt) || '/');
    const hop = frame.slice(hopAt + 1, nameAt);
    const state = unescapeName(hop.slice(0, hop.lastIndexOf('#')));
    const node = parent?.nodes.find((one) => one.name === state);
    let machine: Machine | null = null;
    if (node && node.machines.length > 1) {
      const key = `${node.id}/${unescapeName(frame.slice(nameAt + 1))}`;
      const found = inner.get(key);
      machine =
        found !== undefined
          ? found
          : (node.machines.find((one) => one.id === key) ?? node.machines[0] ?? null);
      inner.set(key, machine);
    } else machine = node?.machines[0] ?? null;
    known.set(frame, machine);
    return machine;
  };
  return run.frames.map(machineOf);
}

/**
 * Returns what had happened at each node: the last visit counts, within frames a failed one most.
 *
 * @param inside 1 for each step that counts; null if all do
 */
export function nodeRuns(
  tree: FrameTree,
  nodes: NodeIndex,
  state: RunState,
  now: number,
  inside: Uint8Array | null = null,
): Map<string, RunOfNode> {
  const { eventStatus, statuses } = tree.run;
  const [failedCode, pendingCode, runningCode] = (['FAILED', 'PENDING', 'RUNNING'] as const).map(
    (status) => statuses.indexOf(status),
  );
  const visits = new Int32Array(nodes.ids.length);
  const failed = new Int32Array(nodes.ids.length);
  const open = new Int32Array(nodes.ids.length);
  const latest = new Int32Array(nodes.ids.length).fill(-1);
  for (let step = 0; step < state.stepCount; step++) {
    const node = nodes.ofStep[step] ?? -1;
    if (node < 0 || (inside !== null && inside[step] !== 1)) continue;
    visits[node] = (visits[node] ?? 0) + 1;
    const status = eventStatus[state.lastEvent(step)];
    if (status === pendingCode || status === runningCode) open[node] = (open[node] ?? 0) + 1;
    else if (status === failedCode) failed[node] = (failed[node] ?? 0) + 1;
    const before = latest[node] ?? -1;
    const isInner = tree.run.stepFrame[step] !== tree.root;
    if (before === -1 || !isInner || eventStatus[state.lastEvent(before)] !== failedCode)
      latest[node] = step;
  }
  const runs = new Map<string, RunOfNode>();
  nodes.ids.forEach((id, node) => {
    const step = latest[node] ?? -1;
    const status = step === -1 ? null : state.shownStatus(step);
    if (status === null) return;
    const took = (state.endOf(step) ?? now) - state.startOf(step);
    runs.set(id, {
      status,
      visits: visits[node] ?? 0,
      took: formatDuration(Math.max(0, took)),
      items: stateType(tree.run, step) === 'Map' ? itemsOf(tree, state, step) : null,
      counts: {
        failed: failed[node] ?? 0,
        open: open[node] ?? 0,
        done: (visits[node] ?? 0) - (failed[node] ?? 0) - (open[node] ?? 0),
      },
    });
  });
  return runs;
}

function itemsOf(tree: FrameTree, state: RunState, step: number) {
  const frames = tree.framesOf(step);
  let done = 0;
  let failed = 0;
  for (const frame of frames) {
    const last = latestStep(tree, state, frame);
    const isLast = last === tree.stepsOf(frame).at(-1);
    if (!isLast || last === -1) continue;
    const status = state.status(last);
    if (status === 'SUCCEEDED') done++;
    else if (status === 'FAILED') failed++;
  }
  return { done, failed, all: frames.length };
}

/** Returns the steps that visited a node, in the order in which they began. */
export function visitsOf(
  nodes: NodeIndex,
  state: RunState,
  node: number,
  inside: Uint8Array | null = null,
): number[] {
  const visits: number[] = [];
  if (node < 0) return visits;
  for (let step = 0; step < state.stepCount; step++)
    if (nodes.ofStep[step] === node && (inside === null || inside[step] === 1)) visits.push(step);
  return visits;
}

/** Returns the step that stands for a node: its latest visit, within frames a failed one. */
export function visitShown(tree: FrameTree, visits: readonly number[], state: RunState): number {
  const last = visits.at(-1) ?? -1;
  if (last < 0 || tree.run.stepFrame[last] === tree.root) return last;
  return visits.findLast((step) => state.status(step) === 'FAILED') ?? last;
}
