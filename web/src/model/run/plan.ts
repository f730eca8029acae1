import { allNodes, nodeIdOf, type Machine } from '../flow/graph';
import { framePath } from './outline';

/** What an action would do to a node of the graph. */
export type PlanMark = 'undone' | 'cancelled' | 'again' | 'follows';

/** Steps and states that an action affects, as the preview of the server names them. */
export interface AffectedSteps {
  undone: readonly { step: string; state: string }[];
  cancelled: readonly { step: string; state: string }[];
  next: readonly string[];
}

const frameOf = (step: string) => step.slice(0, step.lastIndexOf('@'));

/**
 * Returns the marks of nodes: undone and cancelled steps by their frame, states that run next by
 * their name, and the states that certainly follow those, up to the next decision.
 */
export function planMarks(affected: AffectedSteps, machine: Machine): Map<string, PlanMark> {
  const marks = new Map<string, PlanMark>();
  const markSteps = (steps: AffectedSteps['undone'], mark: PlanMark) => {
    for (const { step, state } of steps)
      marks.set(nodeIdOf(framePath(frameOf(step)), state, machine), mark);
  };
  markSteps(affected.undone, 'undone');
  markSteps(affected.cancelled, 'cancelled');
  const next = new Set(affected.next);
  const nodes = allNodes(machine).filter((node) => next.has(node.name));
  for (const node of nodes) marks.set(node.id, 'again');
  for (const node of nodes) {
    for (const id of certainSuccessors(machine, node.id)) {
      if (marks.get(id) !== 'again') marks.set(id, 'follows');
    }
  }
  return marks;
}

/** Returns the states that follow a state whatever its result is, errors aside. */
export function certainSuccessors(machine: Machine, start: string): string[] {
  const edges = allEdges(machine);
  const found: string[] = [];
  const seen = new Set([start]);
  let current = start;
  for (;;) {
    const ways = edges.filter(
      (edge) => edge.from === current && edge.kind !== 'catch' && edge.kind !== 'timeout',
    );
    const targets = new Set(ways.map((edge) => edge.to));
    const [only] = targets;
    if (targets.size !== 1 || only === undefined || seen.has(only)) return found;
    found.push(only);
    seen.add(only);
    current = only;
  }
}

function allEdges(machine: Machine): Machine['edges'] {
  return [
    ...machine.edges,
    ...machine.nodes.flatMap((node) => node.machines.flatMap((inner) => allEdges(inner))),
  ];
}
