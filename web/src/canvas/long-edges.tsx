import type { Edge, EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import type { StateNode } from './layout';

/** Edges that lead further than this leave any screen. */
const LONG = 2_400;
/** So many long edges are drawn as they are; each of more crosses the view of all states between. */
const MAX_LONG = 24;
const STUB = 18;

type StubData = { to: string; way: string; isRight: boolean; across: number; along: number };
export type StubEdge = Edge<StubData, 'stub'>;

/**
 * Returns the edges to draw: if many lead far away, such as those of errors to one state, the long
 * ones end beside their source with the name of their target. Their target is the source then, so
 * that they exist only while it is in view.
 */
export function drawnEdges(nodes: readonly StateNode[], edges: Edge[]): Edge[] {
  if (edges.length <= MAX_LONG) return edges;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isLong = (edge: Edge) => {
    const [from, to] = [byId.get(edge.source), byId.get(edge.target)];
    if (!from || !to || from.parentId !== to.parentId) return false;
    const { x, y } = from.position;
    return Math.abs(x - to.position.x) + Math.abs(y - to.position.y) > LONG;
  };
  const long = new Set(edges.filter(isLong));
  if (long.size <= MAX_LONG) return edges;
  const seen = new Map<string, number>();
  return edges.map((edge) => {
    const from = byId.get(edge.source);
    if (!from || !long.has(edge)) return edge;
    const place = seen.get(edge.source) ?? 0;
    seen.set(edge.source, place + 1);
    const isRight = from.data.direction === 'right';
    const [width = 0, height = 0] = [from.width, from.height];
    const data: StubData = {
      to: byId.get(edge.target)?.data.name ?? edge.target,
      way: typeof edge.label === 'string' ? edge.label : '',
      isRight,
      across: (isRight ? height : width) / 2,
      along: (isRight ? width : height) / 2 + place * STUB,
    };
    const { label: _, markerEnd, ...rest } = edge;
    const marker = markerEnd === undefined ? {} : { markerEnd };
    return { ...rest, ...marker, target: edge.source, type: 'stub', data };
  });
}

/** The begin of a long edge: a short arrow beside its source, and the name of its target. */
export const StubEdgeView = memo(function StubEdgeView({
  sourceX,
  sourceY,
  markerEnd,
  data,
}: EdgeProps<StubEdge>) {
  if (!data) return null;
  const x = data.isRight ? sourceX - data.along : sourceX + data.across;
  const y = data.isRight ? sourceY + data.across : sourceY - data.along;
  const [endX, endY] = data.isRight ? [x, y + STUB] : [x + STUB, y];
  return (
    <>
      <path
        className="react-flow__edge-path"
        d={`M${x} ${y} L${endX} ${endY}`}
        {...(markerEnd === undefined ? {} : { markerEnd })}
      />
      <text className="react-flow__edge-text" x={endX + 6} y={endY + 4}>
        {[data.way, data.to].filter(Boolean).join(' → ')}
      </text>
    </>
  );
});
