import type { GraphEdge, Machine } from './graph';

/** What executions did in one state, as the server counts it. */
export interface StateCount {
  state: string;
  visits: number;
  failures: number;
  p95Millis?: number | null | undefined;
}

export interface WayCount {
  from: string;
  to: string;
  count: number;
}

export type HeatBy = 'failures' | 'p95';

/** How hot a node is, 0 to 3, and the value behind it. */
export interface NodeHeat {
  level: 0 | 1 | 2 | 3;
  value: string;
}

/** Only trouble has colour: a state without failures stays neutral. */
const FAILURE_STEPS = [0.001, 0.01, 0.05] as const;
/** The slowest state is hot only if it takes a noticeable part of the time. */
const TIME_STEPS = [0.25, 0.5, 0.75] as const;
const MIN_MILLIS = 1_000;

const levelOf = (value: number, steps: readonly [number, number, number]): NodeHeat['level'] =>
  value >= steps[2] ? 3 : value >= steps[1] ? 2 : value >= steps[0] ? 1 : 0;

/**
 * Returns the heat of the states by node. A state that was not visited is left out. Fail states are
 * not hot: that they fail is their purpose.
 */
export function heatOf(
  states: readonly StateCount[],
  by: HeatBy,
  ends: ReadonlySet<string>,
  format: (state: StateCount) => string,
): Map<string, NodeHeat> {
  const slowest = Math.max(MIN_MILLIS, ...states.map((state) => state.p95Millis ?? 0));
  return new Map(
    states.map((state) => {
      const level = ends.has(state.state)
        ? 0
        : by === 'failures'
          ? levelOf(state.visits === 0 ? 0 : state.failures / state.visits, FAILURE_STEPS)
          : (state.p95Millis ?? 0) < MIN_MILLIS
            ? 0
            : levelOf((state.p95Millis ?? 0) / slowest, TIME_STEPS);
      return [state.state, { level, value: ends.has(state.state) ? '' : format(state) }];
    }),
  );
}

/** Returns the key of a way in {@link labelledWays}. */
export const wayKey = (from: string, to: string): string => `${from}→${to}`;

/** The same state can be left by several edges to the same next one; the first one is counted. */
const firstOnly = (edge: GraphEdge, edges: readonly GraphEdge[]): boolean =>
  edges.find((one) => one.from === edge.from && one.to === edge.to) === edge;

/**
 * Returns the counts of ways that are worth a label: those at which the count changes, which are
 * the first way, and ways of states with several.
 */
export function labelledWays(machine: Machine, ways: readonly WayCount[]): Map<string, number> {
  const counts = new Map(ways.map((way) => [wayKey(way.from, way.to), way.count]));
  const labels = new Map<string, number>();
  const first =
    machine.startAt === null ? undefined : counts.get(wayKey('(start)', machine.startAt));
  if (machine.startAt !== null && first !== undefined)
    labels.set(wayKey('(start)', machine.startAt), first);
  const walk = (one: Machine) => {
    for (const edge of one.edges) {
      const siblings = one.edges.filter((other) => other.from === edge.from);
      const count = counts.get(wayKey(edge.from, edge.to)) ?? 0;
      const isMain = edge.kind === 'next';
      if (siblings.length > 1 && firstOnly(edge, siblings) && (count > 0 || isMain))
        labels.set(wayKey(edge.from, edge.to), count);
    }
    for (const node of one.nodes) node.machines.forEach(walk);
  };
  walk(machine);
  return labels;
}

/** Returns a count in few characters, such as 29.5k. */
export function shortCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
    .format(count)
    .replace('K', 'k');
}
