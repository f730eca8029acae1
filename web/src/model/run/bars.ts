import type { FrameTree } from './frames';
import type { RunState } from './replay';
import { stateName } from './run';
import { visible } from '../text';
import { segmentsOf, type Lanes, type SegmentKind, type Track } from './tracks';

/** A rectangle of a track. */
export interface Bar {
  kind: SegmentKind;
  step: number;
  x: number;
  width: number;
  /** Lane from the top, of so many; a single lane fills the track. */
  lane: number;
  lanes: number;
  attempt: number;
  isFinal: boolean;
  /** True if it had not begun at the shown moment. */
  isLater: boolean;
  isCritical: boolean;
  error: string | null;
}

export interface BarInput {
  tree: FrameTree;
  /** The end of the known history. */
  end: RunState;
  /** The shown moment. */
  shown: RunState;
  critical: ReadonlySet<number>;
  /** Time of the end of open steps. */
  now: number;
  /** Returns the lanes of the frames of a step. */
  lanesOf: (step: number) => Lanes;
  positionOf: (time: number) => number;
  /** The visible part; bars beyond it are left out. */
  from: number;
  to: number;
}

export const MIN_BAR = 4;
const MAX_LABEL = 120;
/** Of more bars in a track those are left out that others cover. */
const MAX_OVERLAPPING = 100;
/** More lanes are drawn as a profile. */
export const MAX_LANES = 4;

/** Returns the visible bars of a track; of bars at the same place only the first and failed ones. */
export function barsOf(input: BarInput, track: Track): Bar[] {
  return track.kind === 'frame' ? frameBars(input, track.frame) : laneBars(input, track.step);
}

function frameBars(input: BarInput, frame: number): Bar[] {
  const { tree, end, positionOf, from, to, now } = input;
  const steps = tree.stepsOf(frame);
  const bars: Bar[] = [];
  let right = -Infinity;
  let failedRight = -Infinity;
  for (let i = firstVisible(input, steps); i < steps.length; i++) {
    const step = steps[i] ?? 0;
    if (!end.hasBegun(step)) break;
    const left = positionOf(end.startOf(step));
    if (left > to) break;
    const last = Math.max(left + MIN_BAR, positionOf(end.endOf(step) ?? now));
    if (last < from) continue;
    const isFailed = end.status(step) === 'FAILED';
    const isHidden = left < (isFailed ? failedRight : right) && last - left < MIN_BAR + 1;
    if (isHidden && steps.length > MAX_OVERLAPPING) continue;
    right = Math.max(right, last);
    if (isFailed) failedRight = last;
    const own = stepBars(input, step);
    if (steps.length <= MAX_OVERLAPPING) moveBehind(own, bars.at(-1));
    bars.push(...own);
  }
  return bars;
}

/** Bars that are wider than their time must not cover those of the next step. */
function moveBehind(bars: Bar[], last: Bar | undefined): void {
  let right = last ? last.x + last.width + 1 : -Infinity;
  for (const bar of bars) {
    const shift = right - bar.x;
    if (shift > 0) {
      bar.x += shift;
      bar.width = Math.max(bar.kind === 'queued' ? 0 : MIN_BAR, bar.width - shift);
    }
    right = bar.x + bar.width;
  }
}

/** Steps of a frame follow each other, so that only the one before can reach into the view. */
function firstVisible({ end, positionOf, from }: BarInput, steps: Int32Array): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (positionOf(end.startOf(steps[middle] ?? 0)) < from) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function stepBars(input: BarInput, step: number): Bar[] {
  const { tree, end, shown, positionOf, critical, now } = input;
  const isBegun = shown.hasBegun(step);
  return segmentsOf(tree.run, step, end.lastEvent(step), now).map((segment) => {
    const x = positionOf(segment.start);
    const width = Math.max(MIN_BAR, positionOf(segment.end) - x);
    const isThin = segment.kind === 'queued' || segment.kind === 'retry';
    return {
      kind: segment.kind,
      step,
      x,
      width: isThin ? positionOf(segment.end) - x : width,
      lane: 0,
      lanes: 1,
      attempt: segment.attempt,
      isFinal: segment.isFinal,
      isLater: !isBegun || segment.start > shown.at,
      isCritical: critical.has(step) && !isThin,
      error: segment.error,
    };
  });
}

function laneBars(input: BarInput, step: number): Bar[] {
  const { tree, shown, positionOf, critical, from, to } = input;
  const { lanes, count } = input.lanesOf(step);
  const bars: Bar[] = [];
  for (const one of lanes) {
    const x = positionOf(one.start);
    const width = Math.max(MIN_BAR, positionOf(one.end) - x);
    if (x > to || x + width < from) continue;
    const first = tree.stepsOf(one.frame)[0] ?? 0;
    bars.push({
      kind: one.status === 'FAILED' ? 'failed' : one.status === 'SUCCEEDED' ? 'done' : 'running',
      step: first,
      x,
      width,
      lane: one.lane,
      lanes: count,
      attempt: 1,
      isFinal: true,
      isLater: !shown.hasBegun(first),
      isCritical: critical.has(first),
      error: null,
    });
  }
  return bars;
}

/** A column of a profile: how many frames were under way, and how many of them failed. */
export interface ProfileColumn {
  x: number;
  active: number;
  failed: number;
}

/** Returns how many bars are at each place, in columns of a width. */
export function profileOf(bars: readonly Bar[], from: number, to: number, width: number) {
  const columns: ProfileColumn[] = [];
  for (let x = from; x < to; x += width) columns.push({ x, active: 0, failed: 0 });
  for (const bar of bars) {
    const first = Math.max(0, Math.floor((bar.x - from) / width));
    const last = Math.min(columns.length - 1, Math.floor((bar.x + bar.width - from) / width));
    for (let i = first; i <= last; i++) {
      const column = columns[i];
      if (!column) continue;
      column.active++;
      if (bar.kind === 'failed') column.failed++;
    }
  }
  return columns;
}

/** Returns the text of a bar, or null where the label of its track says the same. */
export function barLabel(tree: FrameTree, bar: Bar, isOnly: boolean, tryText: string) {
  if (bar.kind === 'queued' || bar.kind === 'retry') return null;
  const hasTries = bar.attempt > 1 || bar.kind === 'failed';
  const name =
    bar.attempt > 1 || isOnly ? null : visible(stateName(tree.run, bar.step)).slice(0, MAX_LABEL);
  const outcome = bar.isFinal && bar.error !== null ? bar.error : null;
  const attempt = hasTries && (bar.attempt > 1 || !bar.isFinal) ? tryText : null;
  const parts = [name, attempt].filter((part) => part !== null).join(', ');
  if (outcome === null) return parts === '' ? null : parts;
  return parts === '' ? outcome : `${parts}: ${outcome}`;
}
