import type { Machine } from '../flow/graph';
import type { FrameTree } from './frames';
import { framePath } from './outline';
import { stateName, stateType, stepId, stepOf, type Run } from './run';

/** What a canvas shows: the flow, one frame, or a step with the frames that it began. */
export type Scope =
  { kind: 'flow' } | { kind: 'frame'; frame: number } | { kind: 'step'; step: number };

export const FLOW_SCOPE: Scope = { kind: 'flow' };

/** Reads a scope of the URL; what is unknown is the flow. */
export function parseScope(run: Run, text: string | undefined): Scope {
  if (text === undefined || text === '/') return FLOW_SCOPE;
  const frame = run.frames.indexOf(text);
  if (frame >= 0) return { kind: 'frame', frame };
  const step = stepOf(run, text);
  return step < 0 ? FLOW_SCOPE : { kind: 'step', step };
}

export function formatScope(run: Run, scope: Scope): string | undefined {
  switch (scope.kind) {
    case 'flow':
      return undefined;
    case 'frame':
      return run.frames[scope.frame];
    case 'step':
      return stepId(run, scope.step);
  }
}

/** Returns the scopes around a scope, the flow first, and the scope itself. */
export function scopesAround(tree: FrameTree, scope: Scope): Scope[] {
  const found: Scope[] = [];
  let current: Scope = scope;
  while (current.kind !== 'flow') {
    found.unshift(current);
    if (current.kind === 'step') {
      const frame: number = tree.run.stepFrame[current.step] ?? -1;
      current = frame === tree.root || frame < 0 ? FLOW_SCOPE : { kind: 'frame', frame };
    } else {
      const step: number = tree.stepAbove(current.frame);
      current = step < 0 ? FLOW_SCOPE : { kind: 'step', step };
    }
  }
  return [FLOW_SCOPE, ...found];
}

/** Returns 1 for each step that lies in a scope; null if all do. */
export function stepsInScope(tree: FrameTree, scope: Scope): Uint8Array | null {
  if (scope.kind === 'flow') return null;
  const { run } = tree;
  const inside = new Uint8Array(run.stepCount);
  const open: number[] = scope.kind === 'frame' ? [scope.frame] : [...tree.framesOf(scope.step)];
  if (scope.kind === 'step') inside[scope.step] = 1;
  for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
    for (const step of tree.stepsOf(frame)) {
      inside[step] = 1;
      for (const inner of tree.framesOf(step)) open.push(inner);
    }
  }
  return inside;
}

/** Returns true if a step lies in a scope. */
export function isInScope(tree: FrameTree, scope: Scope, step: number): boolean {
  if (scope.kind === 'flow') return true;
  let current = step;
  while (current >= 0) {
    if (scope.kind === 'step' && current === scope.step) return true;
    const frame = tree.run.stepFrame[current] ?? -1;
    if (scope.kind === 'frame' && frame === scope.frame) return true;
    current = frame < 0 || frame === tree.root ? -1 : tree.stepAbove(frame);
  }
  return false;
}

/** Returns the machine that a frame runs; null if the definition has no such part. */
function machineOfFrame(root: Machine, frame: string): Machine | null {
  let machine: Machine | null = root;
  for (const hop of framePath(frame)) {
    const node: Machine['nodes'][number] | undefined = machine?.nodes.find(
      (one) => one.name === hop.state,
    );
    machine =
      node?.machines.find((one) => one.id === `${node.id}/${hop.child}`) ??
      node?.machines[0] ??
      null;
  }
  return machine;
}

/** Returns the machine to draw for a scope: branches together, the machine of items once. */
export function machineOfScope(root: Machine, run: Run, scope: Scope): Machine {
  if (scope.kind === 'flow') return root;
  if (scope.kind === 'frame') return machineOfFrame(root, run.frames[scope.frame] ?? '/') ?? root;
  const frame = run.frames[run.stepFrame[scope.step] ?? 0] ?? '/';
  const around = machineOfFrame(root, frame) ?? root;
  const node = around.nodes.find((one) => one.name === stateName(run, scope.step));
  if (!node) return root;
  const [only] = node.machines;
  if (node.machines.length === 1 && only) return only;
  return { id: around.id, name: node.name, startAt: null, nodes: [node], edges: [] };
}

/** Returns the scope of the step with inner frames that is to be opened; null if it has none. */
export function innerScope(tree: FrameTree, step: number): Scope | null {
  if (step < 0) return null;
  const isFork = tree.framesOf(step).length > 0 || stateType(tree.run, step) === 'Map';
  return isFork ? { kind: 'step', step } : null;
}

/**
 * Returns the machine that an execution runs. The child of a distributed Map runs the machine of
 * its items, which is found by its states.
 */
export function machineOfRun(root: Machine, tree: FrameTree): Machine {
  if (tree.root < 0) return root;
  const names = new Set<string>();
  for (const step of tree.stepsOf(tree.root)) names.add(stateName(tree.run, step));
  const runs = (machine: Machine) => {
    const known = new Set(machine.nodes.map((node) => node.name));
    return [...names].every((name) => known.has(name));
  };
  const find = (machine: Machine): Machine | null => {
    if (runs(machine)) return machine;
    for (const node of machine.nodes)
      for (const inner of node.machines) {
        const found = find(inner);
        if (found) return found;
      }
    return null;
  };
  return find(root) ?? root;
}
