import { latestStep, type FrameTree } from './frames';
import { frameStatus } from './outline-rows';
import type { RunState } from './replay';
import { stateName, stateType } from './run';
import type { Status } from './status';

/** The statuses of the items of a Map in the order in which they are shown. */
export const ITEM_STATUSES = [
  'failed',
  'waiting',
  'running',
  'succeeded',
  'cancelled',
  'pending',
] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];
const PENDING = ITEM_STATUSES.indexOf('pending');

/** The items of a Map by index: columns, so that ten thousand cost nothing. */
export interface Items {
  readonly count: number;
  /** Status of each item, as an index of `ITEM_STATUSES`. */
  readonly status: Uint8Array;
  /** The step that explains the status of each item; -1 if it has none here. */
  readonly step: Int32Array;
  /** The frame of each item; -1 if it has not begun, or runs as another execution. */
  readonly frame: Int32Array;
  /** Number of items by status. */
  readonly counts: Readonly<Record<ItemStatus, number>>;
  keyOf(item: number): string | null;
  errorOf(item: number): string | null;
  /** Returns the state in which an item is, or failed. */
  stateOf(item: number): string | null;
  /** Returns the execution that runs an item of a distributed Map. */
  executionOf(item: number): string | null;
}

export interface ItemsInput {
  tree: FrameTree;
  state: RunState;
  /** The Map step. */
  step: number;
  /** Number of all items; 0 if only those that have begun are known. */
  total: number;
  keyOf: (item: number) => string | null;
  /** Steps that something holds, such as a missing worker. */
  held: ReadonlySet<number>;
}

/** Returns the items that a Map step runs in its own frames. */
export function itemsOfStep({ tree, state, step, total, keyOf, held }: ItemsInput): Items {
  const frames = tree.framesOf(step);
  const indexes = frames.map((frame) => itemIndex(tree.run.frames[frame] ?? ''));
  const count = indexes.reduce((most, index) => Math.max(most, index + 1), total);
  const columns = emptyColumns(count);
  frames.forEach((frame, i) => {
    const item = indexes[i] ?? -1;
    const latest = latestStep(tree, state, frame);
    if (item < 0 || latest < 0) return;
    columns.frame[item] = frame;
    columns.step[item] = latest;
    columns.status[item] = ITEM_STATUSES.indexOf(statusOfFrame(tree, state, frame, latest, held));
  });
  return {
    ...columns,
    count,
    counts: countsOf(columns.status),
    keyOf,
    errorOf: (item) => {
      const one = columns.step[item] ?? -1;
      return one < 0 ? null : state.error(one);
    },
    stateOf: (item) => {
      const one = columns.step[item] ?? -1;
      return one < 0 ? null : stateName(tree.run, one);
    },
    executionOf: () => null,
  };
}

/** The name of a frame of a Map is the index of its item. */
function itemIndex(frame: string): number {
  const name = Number(frame.slice(frame.lastIndexOf('/') + 1));
  return Number.isInteger(name) && name >= 0 ? name : -1;
}

function statusOfFrame(
  tree: FrameTree,
  state: RunState,
  frame: number,
  latest: number,
  held: ReadonlySet<number>,
): ItemStatus {
  const status = frameStatus(tree, state, frame);
  if (status === 'RUNNING' || status === 'PENDING') {
    const type = stateType(tree.run, latest);
    const isRetry = status === 'PENDING' && state.error(latest) !== null;
    return isRetry || held.has(latest) || type === 'Wait' || type === 'Human'
      ? 'waiting'
      : 'running';
  }
  return endedItem(status);
}

function endedItem(status: Status): ItemStatus {
  if (status === 'FAILED' || status === 'TIMED_OUT') return 'failed';
  return status === 'CANCELLED' || status === 'ROLLED_BACK' ? 'cancelled' : 'succeeded';
}

/** The execution of an item of a distributed Map, as the list of executions shows it. */
export interface ChildExecution {
  id: string;
  status: Status;
  parentItem?: number | null;
  businessKey?: string | null;
  error?: string | null;
  progress?: { state?: string | null } | null;
}

/** Returns the items that a distributed Map runs as executions. */
export function itemsOfChildren(children: readonly ChildExecution[], total: number): Items {
  const byItem = new Map<number, ChildExecution>();
  for (const child of children)
    if (typeof child.parentItem === 'number') byItem.set(child.parentItem, child);
  let count = total;
  for (const item of byItem.keys()) count = Math.max(count, item + 1);
  const columns = emptyColumns(count);
  for (const [item, { status }] of byItem)
    columns.status[item] = ITEM_STATUSES.indexOf(
      status === 'RUNNING' || status === 'PENDING'
        ? 'running'
        : status === 'WAITING' || status === 'PAUSED'
          ? 'waiting'
          : endedItem(status),
    );
  return {
    ...columns,
    count,
    counts: countsOf(columns.status),
    keyOf: (item) => byItem.get(item)?.businessKey ?? null,
    errorOf: (item) => byItem.get(item)?.error ?? null,
    stateOf: (item) => byItem.get(item)?.progress?.state ?? null,
    executionOf: (item) => byItem.get(item)?.id ?? null,
  };
}

function emptyColumns(count: number) {
  return {
    status: new Uint8Array(count).fill(PENDING),
    step: new Int32Array(count).fill(-1),
    frame: new Int32Array(count).fill(-1),
  };
}

function countsOf(status: Uint8Array): Record<ItemStatus, number> {
  const counts = new Int32Array(ITEM_STATUSES.length);
  for (const one of status) counts[one] = (counts[one] ?? 0) + 1;
  return Object.fromEntries(ITEM_STATUSES.map((name, i) => [name, counts[i] ?? 0])) as Record<
    ItemStatus,
    number
  >;
}

/** Which items are shown. */
export interface ItemFilter {
  /** All statuses if it is empty. */
  statuses: ReadonlySet<ItemStatus>;
  /** An index, or a part of a key, a state or an error. */
  text: string;
}

/** Returns the shown items: by status, failures first, and by index within a status. */
export function orderedItems(items: Items, { statuses, text }: ItemFilter): Int32Array {
  const wanted = text.trim().toLowerCase();
  const isIndex = /^\d+$/.test(wanted);
  const matches = (item: number) =>
    wanted === '' ||
    (isIndex && String(item).startsWith(wanted)) ||
    [items.keyOf(item), items.errorOf(item), items.stateOf(item)].some(
      (one) => one?.toLowerCase().includes(wanted) === true,
    );
  const order: number[] = [];
  ITEM_STATUSES.forEach((name, status) => {
    if (statuses.size > 0 && !statuses.has(name)) return;
    if (items.counts[name] === 0) return;
    for (let item = 0; item < items.count; item++)
      if (items.status[item] === status && matches(item)) order.push(item);
  });
  return Int32Array.from(order);
}

/** Reads the statuses of the URL, such as `failed,waiting`. */
export function parseStatuses(text: string | undefined): Set<ItemStatus> {
  const names = (text ?? '').split(',');
  return new Set(ITEM_STATUSES.filter((status) => names.includes(status)));
}
