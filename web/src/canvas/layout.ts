import { Position, type Edge, type Node } from '@xyflow/react';
import type { GraphNode, Machine } from '../model/flow/graph';
import type { NodeHeat } from '../model/flow/heat';
import type { PlanMark } from '../model/run/plan';
import type { Status } from '../model/run/status';
import { visible } from '../model/text';
import { edgeOf } from './edges';
import { HEADER, machinesInPlace, PADDING, type Direction, type Sized } from './measure';

export type { Direction } from './measure';
export type { PlanMark } from '../model/run/plan';

/** What an execution did at a node. */
export interface NodeRun {
  status: Status;
  visits: number;
  took: string;
  /** What it did, in place of the key fact. */
  note?: string;
}

/** What many executions did: heat by node, and labels of ways that count them. */
export interface CanvasHeat {
  nodes: ReadonlyMap<string, NodeHeat>;
  ways: ReadonlyMap<string, string>;
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
  /** True if the machines in it are drawn on a canvas of their own. */
  canEnter: boolean;
  change: string;
  plan: PlanMark | '';
  heat: NodeHeat['level'] | null;
  direction: Direction;
};
export type StateNode = Node<StateNodeData, 'state' | 'frame' | 'start'>;

export interface CanvasInput {
  machine: Machine;
  /** The boxes of the machine. */
  sized: Sized;
  /** The node whose machines are drawn in place whatever their size. */
  expanded: string | null;
  /** True if nodes with machines can be opened. */
  isOpenable: boolean;
  direction: Direction;
  /** Runs by node; null for a flow that is not shown with an execution. */
  runs: ReadonlyMap<string, NodeRun> | null;
  changes: ReadonlyMap<string, string>;
  plan: ReadonlyMap<string, PlanMark>;
  heat: CanvasHeat | null;
  selected: string | null;
  factOf: (node: GraphNode) => string;
  describe: (node: GraphNode, next: readonly string[]) => string;
}

/** Returns the nodes and edges of a machine, with the machines of Parallel, Map and Graph in place. */
export function toCanvas(input: CanvasInput): {
  nodes: StateNode[];
  edges: Edge[];
  width: number;
  height: number;
} {
  const { sized } = input;
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
          name: visible(node.name),
          type: node.type,
          fact: visible(run?.note ?? input.factOf(node)),
          label: input.describe(node, next),
          status: run?.status ?? '',
          visits: run?.visits ?? 0,
          took: run?.took ?? input.heat?.nodes.get(node.id)?.value ?? '',
          isOff: input.runs !== null && !run,
          isSelected: input.selected === node.id,
          canEnter: input.isOpenable && node.machines.length > 0 && node.id !== input.expanded,
          change: input.changes.get(node.id) ?? '',
          plan: input.plan.get(node.id) ?? '',
          heat: input.heat && (input.heat.nodes.get(node.id)?.level ?? 0),
          direction: input.direction,
        },
      ),
    );
    const machines = machinesInPlace(node, input.expanded);
    const isDown = input.direction === 'down';
    const extent = inner.reduce(
      (sum, one) => sum + (isDown ? one.width : one.height) + PADDING,
      PADDING,
    );
    let along = isDown ? PADDING + (box.width - extent) / 2 : HEADER;
    machines.forEach((one, i) => {
      const size = inner[i];
      if (!size) return;
      const at = isDown ? { x: along, y: HEADER } : { x: (box.width - size.width) / 2, y: along };
      add(one, size, node.id, at, input, nodes, edges);
      along += (isDown ? size.width : size.height) + PADDING;
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
    canEnter: false,
    change: '',
    plan: '',
    heat: null,
    direction,
  };
}
