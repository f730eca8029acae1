import { MarkerType, Position, type Edge, type Node } from '@xyflow/react';
import type { GraphEdge, GraphNode, Machine } from '../model/flow/graph';
import { layeredLayout, type Box } from '../model/layout/layered';
import type { Status } from '../model/run/status';

export type Direction = 'down' | 'right';

/** What an execution did at a node. */
export interface NodeRun {
  status: Status;
  visits: number;
  took: string;
}

export type StateNodeData = {
  name: string;
  type: GraphNode['type'];
  fact: string;
  label: string;
  status: Status | '';
  visits: number;
  took: string;
  isOff: boolean;
  isSelected: boolean;
  change: string;
  direction: Direction;
};
export type StateNode = Node<StateNodeData, 'state' | 'frame' | 'start'>;

export interface CanvasInput {
  machine: Machine;
  direction: Direction;
  /** Runs by node; null for a flow that is not shown with an execution. */
  runs: ReadonlyMap<string, NodeRun> | null;
  changes: ReadonlyMap<string, string>;
  selected: string | null;
  factOf: (node: GraphNode) => string;
  describe: (node: GraphNode, next: readonly string[]) => string;
}

const NODE = { width: 168, height: 44 };
const CHOICE = { width: 116, height: 84 };
const PILL = { width: 132, height: 32 };
const START = { width: 16, height: 16 };
const HEADER = 28;
const PADDING = 12;

interface Sized {
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
    return direction === 'down'
      ? { width: Math.max(NODE.width, sum), height: HEADER + max - PADDING + 4 }
      : { width: Math.max(NODE.width, max), height: HEADER + sum - PADDING + 4 };
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

function measure(machine: Machine, direction: Direction, withStart: boolean): Sized {
  const inner = new Map(
    machine.nodes.map((node) => [
      node.id,
      node.machines
        .filter((one) => one.nodes.length > 0)
        .map((one) => measure(one, direction, false)),
    ]),
  );
  const boxes: Box[] = machine.nodes.map((node) => ({
    id: node.id,
    ...sizeOf(node, inner.get(node.id) ?? [], direction),
  }));
  const links = machine.edges.map((edge) => ({ from: edge.from, to: edge.to }));
  if (withStart && machine.startAt !== null) {
    boxes.unshift({ id: '(start)', ...START });
    links.unshift({ from: '(start)', to: machine.startAt });
  }
  const layout = layeredLayout(
    boxes,
    links,
    withStart && machine.startAt ? '(start)' : machine.startAt,
    { direction, layerGap: direction === 'down' ? 36 : 56, boxGap: 40 },
  );
  return { boxes: layout.boxes, inner, width: layout.width, height: layout.height };
}

/** Returns the nodes and edges of a machine, with the machines of Parallel, Map and Graph in place. */
export function toCanvas(input: CanvasInput): {
  nodes: StateNode[];
  edges: Edge[];
  width: number;
  height: number;
} {
  const sized = measure(input.machine, input.direction, true);
  const nodes: StateNode[] = [];
  const edges: Edge[] = [];
  const start = sized.boxes.get('(start)');
  if (start) {
    nodes.push(base('(start)', 'start', start, null, emptyData(input.direction)));
    if (input.machine.startAt)
      edges.push(
        edgeOf({ from: '(start)', to: input.machine.startAt, kind: 'next', label: '' }, 0, input),
      );
  }
  add(input.machine, sized, null, { x: 0, y: 0 }, input, nodes, edges);
  return { nodes, edges, width: sized.width, height: sized.height };
}

function add(
  machine: Machine,
  sized: Sized,
  parent: string | null,
  offset: { x: number; y: number },
  input: CanvasInput,
  nodes: StateNode[],
  edges: Edge[],
): void {
  for (const node of machine.nodes) {
    const box = sized.boxes.get(node.id);
    if (!box) continue;
    const run = input.runs?.get(node.id);
    const inner = sized.inner.get(node.id) ?? [];
    const next = machine.edges
      .filter((edge) => edge.from === node.id)
      .map((edge) => edge.to.split('/').at(-1) ?? '');
    nodes.push(
      base(
        node.id,
        inner.length > 0 ? 'frame' : 'state',
        { ...box, x: box.x + offset.x, y: box.y + offset.y },
        parent,
        {
          name: node.name,
          type: node.type,
          fact: input.factOf(node),
          label: input.describe(node, next),
          status: run?.status ?? '',
          visits: run?.visits ?? 0,
          took: run?.took ?? '',
          isOff: input.runs !== null && !run,
          isSelected: input.selected === node.id,
          change: input.changes.get(node.id) ?? '',
          direction: input.direction,
        },
      ),
    );
    let along = PADDING;
    const machines = node.machines.filter((one) => one.nodes.length > 0);
    machines.forEach((one, i) => {
      const size = inner[i];
      if (!size) return;
      const at =
        input.direction === 'down'
          ? { x: along, y: HEADER }
          : { x: PADDING, y: HEADER + along - PADDING };
      add(one, size, node.id, at, input, nodes, edges);
      along += (input.direction === 'down' ? size.width : size.height) + PADDING;
    });
  }
  machine.edges.forEach((edge, i) => edges.push(edgeOf(edge, i + 1, input)));
}

function base(
  id: string,
  type: 'state' | 'frame' | 'start',
  box: { x: number; y: number; width: number; height: number },
  parent: string | null,
  data: StateNodeData,
): StateNode {
  const isDown = data.direction === 'down';
  const { width, height } = box;
  return {
    id,
    type,
    position: { x: box.x, y: box.y },
    width,
    height,
    ...(parent === null ? {} : { parentId: parent }),
    data,
    draggable: false,
    connectable: false,
    focusable: false,
    // Known sizes and handles: nodes out of view need not be rendered to place their edges.
    handles: [
      {
        type: 'target',
        position: isDown ? Position.Top : Position.Left,
        x: isDown ? width / 2 : 0,
        y: isDown ? 0 : height / 2,
        width: 1,
        height: 1,
      },
      {
        type: 'source',
        position: isDown ? Position.Bottom : Position.Right,
        x: isDown ? width / 2 : width,
        y: isDown ? height : height / 2,
        width: 1,
        height: 1,
      },
    ],
    sourcePosition: isDown ? Position.Bottom : Position.Right,
    targetPosition: isDown ? Position.Top : Position.Left,
  };
}

function emptyData(direction: Direction): StateNodeData {
  return {
    name: '',
    type: 'Pass',
    fact: '',
    label: '',
    status: '',
    visits: 0,
    took: '',
    isOff: false,
    isSelected: false,
    change: '',
    direction,
  };
}

function edgeOf(edge: GraphEdge, index: number, input: CanvasInput): Edge {
  const from =
    edge.from === '(start)' ? { status: 'SUCCEEDED' as const } : input.runs?.get(edge.from);
  const to = input.runs?.get(edge.to);
  const isTaken =
    input.runs !== null &&
    from !== undefined &&
    to !== undefined &&
    (edge.kind !== 'catch' || from.status === 'FAILED');
  const way = !isTaken ? '' : to.status === 'FAILED' || edge.kind === 'catch' ? 'bad' : 'taken';
  const colour =
    way === 'bad' ? 'var(--edge-bad)' : way === 'taken' ? 'var(--edge-ok)' : 'var(--edge)';
  return {
    id: `${edge.from}→${edge.to}→${edge.kind}${index}`,
    source: edge.from,
    target: edge.to,
    type: 'smoothstep',
    className: `edge ${edge.kind} ${way}`,
    focusable: false,
    selectable: false,
    ...(edge.label === ''
      ? {}
      : { label: edge.kind === 'catch' ? `on ${edge.label}` : edge.label }),
    markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: colour },
  };
}
