import type { GraphEdge, GraphNode, Machine } from '../model/flow/graph';
import { mainWaysFirst } from '../model/flow/main-ways';
import { layeredLayout, type Box, type Link } from '../model/layout/layered';

export type Direction = 'down' | 'right';

const NODE = { width: 168, height: 44 };
const CHOICE = { width: 116, height: 84 };
const PILL = { width: 132, height: 32 };
const START = { width: 16, height: 16 };
/** Longer names are cut off in the graph; the whole name is in the tooltip. */
const MAX_NAME = 30;
/** Longer labels of edges are cut off. */
export const MAX_EDGE_LABEL = 32;
export const HEADER = 28;
export const PADDING = 12;

/** Parallel, Map and Graph with more inner states open as a canvas of their own. */
export const MAX_INNER_STATES = 30;

/** Returns the machines of a node that are drawn inside of it. */
export function machinesInPlace(node: GraphNode, expanded: string | null): Machine[] {
  const machines = node.machines.filter((one) => one.nodes.length > 0);
  if (node.id === expanded) return machines;
  return statesIn(machines, MAX_INNER_STATES + 1) > MAX_INNER_STATES ? [] : machines;
}

/** Counts the states of machines and of those in them, up to a limit. */
function statesIn(machines: readonly Machine[], limit: number): number {
  let count = 0;
  for (const machine of machines)
    for (const node of machine.nodes) {
      count += 1 + (node.machines.length > 0 ? statesIn(node.machines, limit) : 0);
      if (count >= limit) return count;
    }
  return count;
}

/** Where the boxes of a machine lie, and those of the machines in them. */
export interface Sized {
  boxes: Map<string, { x: number; y: number; width: number; height: number }>;
  inner: Map<string, Sized[]>;
  width: number;
  height: number;
}

function sizeOf(
  node: GraphNode,
  inner: readonly Sized[],
  direction: Direction,
): { width: number; height: number } {
  if (inner.length > 0) {
    // Branches lie beside each other in a flow that runs down, and below each other otherwise.
    const along = inner.map((one) => (direction === 'down' ? one.width : one.height));
    const across = inner.map((one) => (direction === 'down' ? one.height : one.width));
    const sum = along.reduce((a, b) => a + b, 0) + PADDING * (inner.length + 1);
    const max = Math.max(...across) + 2 * PADDING;
    // The header has the name, the fact and the duration in one line.
    const header = Math.min(node.name.length, MAX_NAME) * 7.2 + 190;
    return direction === 'down'
      ? { width: Math.max(header, sum), height: HEADER + max - PADDING + 4 }
      : { width: Math.max(header, max), height: HEADER + sum - PADDING + 4 };
  }
  if (node.type === 'Choice')
    return {
      width: Math.max(CHOICE.width, Math.min(node.name.length, MAX_NAME) * 8 + 44),
      height: CHOICE.height,
    };
  if (node.type === 'Succeed' || node.type === 'Fail')
    return {
      width: Math.max(PILL.width, Math.min(node.name.length, MAX_NAME) * 7.2 + 44),
      height: PILL.height,
    };
  return {
    width: Math.max(NODE.width, Math.min(240, node.name.length * 7.2 + 64)),
    height: NODE.height,
  };
}

/** Returns the length of an edge whose label, and a count after it, is not covered by boxes. */
function roomOf(edge: GraphEdge): number {
  const length = Math.min(edge.label.length, MAX_EDGE_LABEL);
  return length === 0 ? 0 : length * 6.2 + 72;
}

/** Lays out a machine, inner machines first, since their size decides that of their box. */
export function measure(
  machine: Machine,
  direction: Direction,
  withStart: boolean,
  taken: (id: string) => boolean,
  expanded: string | null = null,
): Sized {
  const inner = new Map(
    machine.nodes.map((node) => [
      node.id,
      machinesInPlace(node, expanded).map((one) => measure(one, direction, false, taken)),
    ]),
  );
  const boxes: Box[] = machine.nodes.map((node) => ({
    id: node.id,
    ...sizeOf(node, inner.get(node.id) ?? [], direction),
  }));
  const links: Link[] = mainWaysFirst(machine, taken).map((edge) => ({
    from: edge.from,
    to: edge.to,
    // Labels lie along the edges of a flow that runs to the right.
    ...(direction === 'right' ? { room: roomOf(edge) } : {}),
  }));
  if (withStart && machine.startAt !== null) {
    boxes.unshift({ id: '(start)', ...START });
    links.unshift({ from: '(start)', to: machine.startAt });
  }
  const layout = layeredLayout(
    boxes,
    links,
    withStart && machine.startAt ? '(start)' : machine.startAt,
    { direction, layerGap: direction === 'down' ? 28 : 56, boxGap: 40 },
  );
  return { boxes: layout.boxes, inner, width: layout.width, height: layout.height };
}
