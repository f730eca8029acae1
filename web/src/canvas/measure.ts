import type { GraphNode, Machine } from '../model/flow/graph';
import { mainWaysFirst } from '../model/flow/main-ways';
import { layeredLayout, type Box, type Link } from '../model/layout/layered';

export type Direction = 'down' | 'right';

const NODE = { width: 168, height: 44 };
const CHOICE = { width: 116, height: 84 };
const PILL = { width: 132, height: 32 };
const START = { width: 16, height: 16 };
export const HEADER = 28;
export const PADDING = 12;

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
    const header = node.name.length * 7.2 + 150;
    return direction === 'down'
      ? { width: Math.max(header, sum), height: HEADER + max - PADDING + 4 }
      : { width: Math.max(header, max), height: HEADER + sum - PADDING + 4 };
  }
  if (node.type === 'Choice')
    return { width: Math.max(CHOICE.width, node.name.length * 8 + 44), height: CHOICE.height };
  if (node.type === 'Succeed' || node.type === 'Fail')
    return { width: Math.max(PILL.width, node.name.length * 7.2 + 44), height: PILL.height };
  return {
    width: Math.max(NODE.width, Math.min(240, node.name.length * 7.2 + 64)),
    height: NODE.height,
  };
}

/** Lays out a machine, inner machines first, since their size decides that of their box. */
export function measure(
  machine: Machine,
  direction: Direction,
  withStart: boolean,
  taken: (id: string) => boolean,
): Sized {
  const inner = new Map(
    machine.nodes.map((node) => [
      node.id,
      node.machines
        .filter((one) => one.nodes.length > 0)
        .map((one) => measure(one, direction, false, taken)),
    ]),
  );
  const boxes: Box[] = machine.nodes.map((node) => ({
    id: node.id,
    ...sizeOf(node, inner.get(node.id) ?? [], direction),
  }));
  const links: Link[] = mainWaysFirst(machine, taken);
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
