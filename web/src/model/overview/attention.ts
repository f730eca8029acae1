import {
  breakerRows,
  failureRow,
  limitRows,
  nodeRows,
  rejectedRow,
  unservedRows,
  waitingRow,
} from './attention-rows';

/** How bad it is that something needs attention. */
export type Severity = 'bad' | 'warn' | 'info';

/** A message id with its values; words between backticks are code. */
export interface Message {
  id: string;
  values?: Record<string, unknown>;
}

export type AttentionKind =
  'failures' | 'nodes' | 'incidents' | 'unserved' | 'limit' | 'breaker' | 'rejected' | 'paused';

/** One line of what needs attention. */
export interface AttentionRow {
  id: string;
  kind: AttentionKind;
  severity: Severity;
  /** The number in front; of a limit in percent. */
  count: number;
  /** True if there are more than are counted. */
  isMore: boolean;
  unit: 'count' | 'percent';
  /** Words of the data in front of the text, such as the name of an error. */
  strong: string | null;
  text: Message;
  note: Message | null;
  /** Numbers over time, oldest first. */
  spark: readonly number[] | null;
  action: Message;
  /** Where the action leads. */
  href: string;
}

/** A family of failures, as far as it is needed here. */
export interface FamilySource {
  id: string;
  flowName: string;
  state: string;
  error: string;
  status: string;
  count: number;
  versions: readonly { version: number; count: number }[];
  series: { counts: readonly number[] };
}

/** What is known of the tenant; a part that could not be read is absent. */
export interface AttentionSources {
  families?: { items: readonly FamilySource[]; open: number } | undefined;
  work?:
    | {
        waiting: readonly { kind: string; count: number }[];
        limits: readonly {
          kind: 'CONCURRENT' | 'ACTIVE' | 'STARTS_PER_DAY';
          max: number;
          used: number;
          reachedAt?: string | null | undefined;
        }[];
        unserved: readonly {
          resource: string;
          tasks: number;
          since: string;
          flowName: string;
          growth: readonly number[];
        }[];
      }
    | undefined;
  breakers?: readonly { downstream: string; since: string; error: string }[] | undefined;
  rejected?: { count: number; isMore: boolean; flow: string; message: string } | undefined;
  nodes?: readonly { name: string; status: string; leaseUntil: string }[] | undefined;
}

const SEVERITIES: readonly Severity[] = ['bad', 'warn', 'info'];
const KINDS: readonly AttentionKind[] = [
  'failures',
  'nodes',
  'incidents',
  'unserved',
  'limit',
  'breaker',
  'rejected',
  'paused',
];

/** Returns what needs attention: the worst first, of equal severity by kind and number. */
export function attentionRows(
  sources: AttentionSources,
  time: (at: string) => string,
): AttentionRow[] {
  const { families, work, breakers, rejected, nodes } = sources;
  const rows = [
    ...failureRow(families?.items ?? [], families?.open ?? 0),
    ...nodeRows(nodes ?? [], time),
    ...unservedRows(work?.unserved ?? [], time),
    ...waitingRow(work?.waiting, 'INCIDENT', 'incidents', 'bad'),
    ...waitingRow(work?.waiting, 'PAUSED', 'paused', 'info'),
    ...limitRows(work?.limits ?? [], time),
    ...breakerRows(breakers ?? [], work?.waiting, time),
    ...rejectedRow(rejected),
  ];
  return rows.toSorted(
    (one, other) =>
      SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
      other.count - one.count,
  );
}
