import type { GraphEdge, Machine } from './graph';

/**
 * Returns the edges of a machine, the main way of each state first: to what was visited, then to
 * what the other ways lead to as well, then as written. Ways of errors come last.
 */
export function mainWaysFirst(machine: Machine, isVisited: (id: string) => boolean): GraphEdge[] {
  const outgoing = new Map<string, GraphEdge[]>();
  for (const edge of machine.edges) {
    outgoing.set(edge.from, [...(outgoing.get(edge.from) ?? []), edge]);
  }
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set([from]);
    const queue = [from];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      for (const edge of outgoing.get(id) ?? []) {
        if (edge.to === to) return true;
        if (!seen.has(edge.to)) {
          seen.add(edge.to);
          queue.push(edge.to);
        }
      }
    }
    return false;
  };
  const rank = (edge: GraphEdge, siblings: readonly GraphEdge[]): number => {
    if (edge.kind === 'catch' || edge.kind === 'timeout') return 3;
    if (isVisited(edge.from) && isVisited(edge.to)) return 0;
    return siblings.some((other) => other.to !== edge.to && reaches(other.to, edge.to)) ? 1 : 2;
  };
  return [...outgoing.values()].flatMap((edges) =>
    edges.length === 1
      ? edges
      : edges
          .map((edge) => ({ edge, rank: rank(edge, edges) }))
          .toSorted((a, b) => a.rank - b.rank)
          .map((one) => one.edge),
  );
}
