import { usageLevel, usedPercent } from '../limits';
import type {
  AttentionKind,
  AttentionRow,
  AttentionSources,
  FamilySource,
  Severity,
} from './attention';

const MAX_ROWS_OF_A_KIND = 3;
const ACTIONS: Readonly<Record<AttentionKind, string>> = {
  failures: 'overview.action.failures',
  nodes: 'overview.action.nodes',
  incidents: 'overview.action.incidents',
  unserved: 'overview.action.unserved',
  limit: 'overview.action.limit',
  breaker: 'overview.action.breaker',
  rejected: 'overview.action.rejected',
  paused: 'overview.action.paused',
};
const WAITING = {
  incidents: { text: 'overview.incidents', note: 'overview.incidents.note' },
  paused: { text: 'overview.paused', note: 'overview.paused.note' },
} as const;
const LIMITS = {
  CONCURRENT: { text: 'overview.limit.CONCURRENT', full: 'overview.limit.full.CONCURRENT' },
  ACTIVE: { text: 'overview.limit.ACTIVE', full: 'overview.limit.full.ACTIVE' },
  STARTS_PER_DAY: {
    text: 'overview.limit.STARTS_PER_DAY',
    full: 'overview.limit.full.STARTS_PER_DAY',
  },
} as const;

type Draft = Partial<AttentionRow> &
  Pick<AttentionRow, 'id' | 'kind' | 'severity' | 'count' | 'text' | 'href'>;

const row = (draft: Draft): AttentionRow => ({
  isMore: false,
  unit: 'count',
  strong: null,
  note: null,
  spark: null,
  action: { id: ACTIONS[draft.kind] },
  ...draft,
});

/** The largest family that is new or came back, with the number of the others. */
export function failureRow(items: readonly FamilySource[], open: number): AttentionRow[] {
  const [family] = items.toSorted((one, other) => other.count - one.count);
  if (!family) return [];
  const [version] = family.versions;
  const others = Math.max(0, open - 1);
  return [
    row({
      id: `failures ${family.id}`,
      kind: 'failures',
      severity: 'bad',
      count: family.count,
      strong: family.error || null,
      text: {
        id: family.state === '' ? 'overview.failures.flow' : 'overview.failures',
        values: { flow: family.flowName, version: version?.version ?? 0, state: family.state },
      },
      note:
        others > 0
          ? { id: 'overview.failures.others', values: { count: others } }
          : family.status === 'REOPENED'
            ? { id: 'overview.failures.reopened' }
            : null,
      spark: family.series.counts,
      href: `/failures/${encodeURIComponent(family.id)}`,
    }),
  ];
}

export function nodeRows(
  nodes: NonNullable<AttentionSources['nodes']>,
  time: (at: string) => string,
): AttentionRow[] {
  const gone = nodes.filter((node) => node.status !== 'ALIVE');
  const [first] = gone.toSorted((one, other) => other.leaseUntil.localeCompare(one.leaseUntil));
  if (!first) return [];
  return [
    row({
      id: 'nodes',
      kind: 'nodes',
      severity: nodes.length === gone.length ? 'bad' : 'warn',
      count: gone.length,
      text: { id: 'overview.nodes', values: { count: gone.length } },
      note: {
        id: 'overview.nodes.note',
        values: { name: first.name, time: time(first.leaseUntil) },
      },
      href: '/settings/nodes',
    }),
  ];
}

export function unservedRows(
  unserved: NonNullable<AttentionSources['work']>['unserved'],
  time: (at: string) => string,
): AttentionRow[] {
  return unserved.slice(0, MAX_ROWS_OF_A_KIND).map((one, index) => {
    const others = unserved.length - MAX_ROWS_OF_A_KIND;
    const isLast = index === MAX_ROWS_OF_A_KIND - 1;
    return row({
      id: `unserved ${one.resource}`,
      kind: 'unserved',
      severity: 'warn',
      count: one.tasks,
      text: { id: 'overview.unserved', values: { count: one.tasks, flow: one.flowName } },
      note: {
        id: isLast && others > 0 ? 'overview.unserved.others' : 'overview.unserved.note',
        values: { resource: one.resource, time: time(one.since), count: others },
      },
      spark: one.growth,
      href: `/handlers?show=${encodeURIComponent(one.resource)}`,
    });
  });
}

export function waitingRow(
  waiting: readonly { kind: string; count: number }[] | undefined,
  wanted: string,
  kind: 'incidents' | 'paused',
  severity: Severity,
): AttentionRow[] {
  const count = waiting?.find((one) => one.kind === wanted)?.count ?? 0;
  if (count === 0) return [];
  return [
    row({
      id: kind,
      kind,
      severity,
      count,
      text: { id: WAITING[kind].text, values: { count } },
      note: { id: WAITING[kind].note },
      href: '/executions?status=PAUSED',
    }),
  ];
}

export function limitRows(
  limits: NonNullable<AttentionSources['work']>['limits'],
  time: (at: string) => string,
): AttentionRow[] {
  return limits
    .filter((limit) => usageLevel(limit.used, limit.max) !== 'quiet')
    .map((limit) => {
      const values = { used: limit.used, max: limit.max };
      const words = LIMITS[limit.kind];
      const isFull = limit.used >= limit.max;
      return row({
        id: `limit ${limit.kind}`,
        kind: 'limit',
        severity: usageLevel(limit.used, limit.max) === 'alarm' ? 'bad' : 'warn',
        count: usedPercent(limit.used, limit.max),
        unit: 'percent',
        text: { id: words.text },
        note: limit.reachedAt
          ? { id: 'overview.limit.forecast', values: { ...values, time: time(limit.reachedAt) } }
          : { id: isFull ? words.full : 'overview.limit.used', values },
        href: '/settings/limits',
      });
    });
}

export function breakerRows(
  breakers: NonNullable<AttentionSources['breakers']>,
  waiting: readonly { kind: string; count: number }[] | undefined,
  time: (at: string) => string,
): AttentionRow[] {
  const [first] = breakers.toSorted((one, other) => one.since.localeCompare(other.since));
  if (!first) return [];
  const values = { downstream: first.downstream, error: first.error, time: time(first.since) };
  const waits = waiting?.find((one) => one.kind === 'BREAKER')?.count ?? 0;
  return [
    row({
      id: 'breaker',
      kind: 'breaker',
      severity: 'warn',
      count: breakers.length,
      text: { id: 'overview.breaker', values: { count: breakers.length, ...values } },
      note: {
        id: waits > 0 ? 'overview.breaker.waiting' : 'overview.breaker.note',
        values: { ...values, waits },
      },
      href: '/triggers/connections',
    }),
  ];
}

export function rejectedRow(rejected: AttentionSources['rejected']): AttentionRow[] {
  if (!rejected || rejected.count === 0) return [];
  const { count, isMore, flow, message } = rejected;
  return [
    row({
      id: 'rejected',
      kind: 'rejected',
      severity: 'warn',
      count,
      isMore,
      text: { id: 'overview.rejected', values: { count } },
      note: { id: 'overview.rejected.note', values: { flow, message } },
      href: '/triggers/rejected',
    }),
  ];
}
