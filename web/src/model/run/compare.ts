import type { Status } from './status';

/** A step of one of the compared executions, with digests instead of payloads. */
export interface ComparedStep {
  step: string;
  frame: string;
  state: string;
  type: string;
  status: Status;
  error: string;
  input: string;
  output: string;
  attempts: number;
  tookMs: number | null;
}

/** A state at its n-th visit in a frame, in one execution or in both. */
export interface AlignedRow {
  key: string;
  depth: number;
  state: string;
  type: string;
  left: ComparedStep | null;
  right: ComparedStep | null;
  /** What differs here; a difference of inner steps is not repeated. */
  differs: Difference[];
}

export type Difference = 'path' | 'input' | 'output' | 'error' | 'duration';

/** The first place at which two executions differ, by when it came about. */
export interface Divergence {
  kind: Difference;
  row: AlignedRow;
}

export interface Comparison {
  rows: AlignedRow[];
  first: Divergence | null;
  /** Number of rows that differ, by kind. */
  counts: Record<Difference, number>;
}

const SLOWER = 2;
const MIN_DURATION_MS = 500;

interface KeyedStep extends ComparedStep {
  /** The state and the number of its visit in the frame; equal in both executions. */
  key: string;
}

interface KeyedRun {
  /** Steps by the key of their frame, in the order of their starts. */
  frames: Map<string, KeyedStep[]>;
  /** Keys of frames by the key of the step that forked them. */
  forks: Map<string, string[]>;
}

/** The step that forked a frame such as `/Fan#3/1`: the third visit of its parent. */
function forkOf(frame: string): { fork: string; child: string } {
  const parts = frame.split('/');
  const hop = parts.at(-2) ?? '';
  const parent = parts.slice(0, -2).join('/') || '/';
  return { fork: `${parent}@${hop.slice(hop.lastIndexOf('#') + 1)}`, child: parts.at(-1) ?? '' };
}

/** Names frames and steps by states and how often they were visited, instead of visit numbers. */
function keyed(steps: readonly ComparedStep[]): KeyedRun {
  const frames = new Map<string, KeyedStep[]>();
  const forks = new Map<string, string[]>();
  const keyOfStep = new Map<string, string>();
  const keyOfFrame = new Map<string, string>([['/', '']]);
  const visits = new Map<string, number>();
  for (const step of steps) {
    let frame = keyOfFrame.get(step.frame);
    if (frame === undefined) {
      const { fork: forkId, child } = forkOf(step.frame);
      const fork = keyOfStep.get(forkId);
      frame = fork === undefined ? step.frame : `${fork}/${child}`;
      keyOfFrame.set(step.frame, frame);
      const owner = fork ?? '';
      const known = forks.get(owner);
      if (known) known.push(frame);
      else forks.set(owner, [frame]);
    }
    const counter = `${frame}|${step.state}`;
    const visit = (visits.get(counter) ?? 0) + 1;
    visits.set(counter, visit);
    const key = `${frame}|${step.state}#${visit}`;
    keyOfStep.set(step.step, key);
    const known = frames.get(frame);
    if (known) known.push({ ...step, key });
    else frames.set(frame, [{ ...step, key }]);
  }
  return { frames, forks };
}

/** Returns the indexes of a longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): number[] {
  const tails: number[] = [];
  const before: number[] = [];
  values.forEach((value, i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? (tails[low - 1] ?? -1) : -1);
    tails[low] = i;
  });
  const found: number[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) found.push(i);
  return found.toReversed();
}

/** Pairs the steps of a frame by their keys; what stands in another order is not a pair. */
function pairs(
  left: readonly KeyedStep[],
  right: readonly KeyedStep[],
): { left: KeyedStep | null; right: KeyedStep | null }[] {
  const places = new Map(right.map((step, i) => [step.key, i]));
  const common = left.flatMap((step, i) => {
    const place = places.get(step.key);
    return place === undefined ? [] : [{ i, place }];
  });
  const kept = longestIncreasing(common.map((one) => one.place)).map((at) => common[at]);
  const rows: { left: KeyedStep | null; right: KeyedStep | null }[] = [];
  let i = 0;
  let j = 0;
  for (const pair of [...kept, { i: left.length, place: right.length }]) {
    if (!pair) continue;
    for (; i < pair.i; i++) rows.push({ left: left[i] ?? null, right: null });
    for (; j < pair.place; j++) rows.push({ left: null, right: right[j] ?? null });
    if (i < left.length && j < right.length)
      rows.push({ left: left[i++] ?? null, right: right[j++] ?? null });
  }
  return rows;
}

function differences(left: ComparedStep | null, right: ComparedStep | null): Difference[] {
  if (!left || !right) return ['path'];
  const found: Difference[] = [];
  if (left.input !== right.input) found.push('input');
  if (left.status !== right.status || left.error !== right.error) found.push('error');
  else if (left.output !== right.output) found.push('output');
  if (isSlower(left.tookMs, right.tookMs) || isSlower(right.tookMs, left.tookMs))
    found.push('duration');
  return found;
}

function isSlower(took: number | null, other: number | null): boolean {
  return (
    took !== null && other !== null && took - other >= MIN_DURATION_MS && took > other * SLOWER
  );
}

/**
 * Aligns the steps of two executions by state and visit, frame by frame. The first divergence is
 * the one that came about first: the input of a step counts before what happens inside of it, its
 * outcome after.
 */
export function compareRuns(
  left: readonly ComparedStep[],
  right: readonly ComparedStep[],
): Comparison {
  const a = keyed(left);
  const b = keyed(right);
  const rows: AlignedRow[] = [];
  const counts = { path: 0, input: 0, output: 0, error: 0, duration: 0 };
  let first: Divergence | null = null;
  const note = (kind: Difference, row: AlignedRow) => {
    if (row.differs.includes(kind)) first ??= { kind, row };
  };
  const addFrame = (frame: string, depth: number) => {
    for (const pair of pairs(a.frames.get(frame) ?? [], b.frames.get(frame) ?? [])) {
      const any = pair.left ?? pair.right;
      if (!any) continue;
      const row: AlignedRow = {
        key: `${pair.left ? 'l' : ''}${pair.right ? 'r' : ''}${any.key}`,
        depth,
        state: any.state,
        type: any.type,
        left: pair.left,
        right: pair.right,
        differs: differences(pair.left, pair.right),
      };
      rows.push(row);
      for (const kind of row.differs) counts[kind]++;
      note('path', row);
      note('input', row);
      const inner = new Set([
        ...(pair.left ? (a.forks.get(any.key) ?? []) : []),
        ...(pair.right ? (b.forks.get(any.key) ?? []) : []),
      ]);
      for (const child of inner) if (!done.has(child)) visit(child, depth + 1);
      note('error', row);
      note('output', row);
    }
  };
  const done = new Set<string>();
  const visit = (frame: string, depth: number) => {
    done.add(frame);
    addFrame(frame, depth);
  };
  visit('', 0);
  // Frames of compensation and of the end task have no step above them.
  for (const frame of new Set([...(a.forks.get('') ?? []), ...(b.forks.get('') ?? [])]))
    if (!done.has(frame)) visit(frame, 0);
  if (!first) {
    const slow = rows.find((row) => row.differs.includes('duration'));
    if (slow) first = { kind: 'duration', row: slow };
  }
  return { rows, first, counts };
}
