import type { Edge } from '@xyflow/react';
import type { StateNode } from './layout';

/** Down and Up follow the flow, Left and Right go to what lies beside. */
export function neighbour(
  key: string,
  current: string | null,
  nodes: readonly StateNode[],
  edges: readonly Edge[],
  start: string | null,
): string | null {
  if (current === null) return start;
  if (key === 'ArrowDown')
    return (
      edges.find((edge) => edge.source === current)?.target ??
      nodes.find((node) => node.parentId === current)?.id ??
      null
    );
  if (key === 'ArrowUp') {
    const source = edges.find(
      (edge) => edge.target === current && edge.source !== '(start)',
    )?.source;
    return source ?? nodes.find((node) => node.id === current)?.parentId ?? null;
  }
  const before = edges.filter((edge) => edge.target === current).map((edge) => edge.source);
  const siblings = [
    ...new Set(edges.filter((edge) => before.includes(edge.source)).map((edge) => edge.target)),
  ];
  const at = siblings.indexOf(current);
  return siblings[at + (key === 'ArrowRight' ? 1 : -1)] ?? null;
}
