import { frameStatus } from './outline-rows';
import { isPlain, latestStep, type FrameTree } from './frames';
import type { RunState } from './replay';
import { stateName, stateType, type Run } from './run';
import type { Status } from './status';

/** A row of the timeline: the steps of a frame one after the other, or many frames in lanes. */
export type Track =
  | { kind: 'frame'; key: string; depth: number; frame: number; canOpen: false; isOpen: true }
  | { kind: 'lanes'; key: string; depth: number; step: number; canOpen: true; isOpen: boolean };

const MAX_OWN_TRACKS = 20;

/** Returns the rows of the timeline, each below the one of the step that began it. */
export function tracksOf(tree: FrameTree, toggled: ReadonlyMap<string, boolean>): Track[] {
  const tracks: Track[] = [];
  const addFrame = (frame: number, frameDepth: number) => {
    const key = `f${frame}`;
    // A branch that is a Map alone has the row of the Map.
    const isOnlyMap =
      isPlain(tree, frame) && stateType(tree.run, tree.stepsOf(frame)[0] ?? 0) === 'Map';
    const depth = isOnlyMap ? frameDepth - 1 : frameDepth;
    if (!isOnlyMap) tracks.push({ kind: 'frame', key, depth, frame, canOpen: false, isOpen: true });
    for (const step of tree.stepsOf(frame)) {
      const frames = tree.framesOf(step);
      if (frames.length === 0) continue;
      if (stateType(tree.run, step) !== 'Map' && frames.length <= MAX_OWN_TRACKS) {
        for (const one of frames) addFrame(one, depth + 1);
        continue;
      }
      const lanes = `l${step}`;
      const isOpen = toggled.get(lanes) ?? false;
      tracks.push({ kind: 'lanes', key: lanes, depth: depth + 1, step, canOpen: true, isOpen });
      if (isOpen) for (const one of frames) addFrame(one, depth + 2);
    }
  };
  if (tree.root !== -1) addFrame(tree.root, 0);
  for (const frame of tree.orphans) addFrame(frame, 0);
  return tracks;
}

/** Returns the state that names a track of a frame; null if the frame has its own name. */
export function trackState(tree: FrameTree, frame: number): string | null {
  if (!isPlain(tree, frame)) return null;
  const step = tree.stepsOf(frame)[0];
  return step === undefined ? null : stateName(tree.run, step);
}

export type SegmentKind = 'queued' | 'running' | 'waiting' | 'retry' | 'done' | 'failed' | 'other';

/** A part of the bar of a step, in milliseconds since the start of the run. */
export interface Segment {
  kind: SegmentKind;
  start: number;
  end: number;
  attempt: number;
  /** True for the attempt that decided about the step. */
  isFinal: boolean;
  error: string | null;
}

const isWait = (type: string) => type === 'Wait' || type === 'Human';

/** Returns the parts of the bar of a step: queued, running, and waiting for the next attempt. */
export function segmentsOf(run: Run, step: number, lastEvent: number, now: number): Segment[] {
  const events: number[] = [];
  for (let event = lastEvent; event >= 0; event = run.previousEvent[event] ?? -1)
    events.unshift(event);
  const status = (event: number): Status | undefined => run.statuses[run.eventStatus[event] ?? 0];
  const at = (event: number) => run.eventAt[event] ?? 0;
  const type = stateType(run, step);
  const segments: Segment[] = [];
  const add = (kind: SegmentKind, start: number, end: number, event: number, isFinal = false) =>
    segments.push({
      kind,
      start,
      end: Math.max(start, end),
      attempt: run.eventAttempt[event] ?? 1,
      isFinal,
      error: run.errors[run.eventError[event] ?? -1] ?? null,
    });
  events.forEach((event, i) => {
    const next = events[i + 1];
    const one = status(event);
    if (one === 'ROLLED_BACK' || one === 'COMPENSATED') return;
    if (one !== 'PENDING' && one !== 'RUNNING') {
      // A step that ended within the fact that began it has this event only.
      if (i === 0) add(kindOf(one), at(event), at(event), event, true);
      return;
    }
    if (one === 'PENDING') {
      const isRetry = i > 0 && (run.eventError[event] ?? -1) >= 0;
      add(isRetry ? 'retry' : 'queued', at(event), next === undefined ? now : at(next), event);
      return;
    }
    if (next === undefined) {
      add(isWait(type) ? 'waiting' : 'running', at(event), now, event, true);
      return;
    }
    const began = run.eventBegan[next] ?? -1;
    const start = began > at(event) && began <= at(next) ? began : at(event);
    if (start > at(event)) add('queued', at(event), start, event);
    const outcome = status(next);
    const isFinal = outcome !== 'PENDING';
    if (isWait(type) && outcome === 'SUCCEEDED') add('waiting', start, at(next), next, isFinal);
    else add(outcome === 'PENDING' ? 'failed' : kindOf(outcome), start, at(next), next, isFinal);
  });
  return segments;
}

function kindOf(status: Status | undefined): SegmentKind {
  switch (status) {
    case 'SUCCEEDED':
      return 'done';
    case 'FAILED':
      return 'failed';
    case 'RUNNING':
      return 'running';
    default:
      return 'other';
  }
}

/** The time in which a frame was under way, for a lane. */
export interface Lane {
  frame: number;
  lane: number;
  start: number;
  end: number;
  status: Status;
}

export interface Lanes {
  lanes: readonly Lane[];
  count: number;
}

/** Returns a function that finds the lanes of a step once. */
export function lanesByStep(
  tree: FrameTree,
  state: RunState,
  now: number,
): (step: number) => Lanes {
  const known = new Map<number, Lanes>();
  return (step) => {
    const found = known.get(step) ?? lanesOf(tree, state, step, now);
    known.set(step, found);
    return found;
  };
}

/** Places frames in as few lanes as possible, so that those of the same lane do not overlap. */
export function lanesOf(tree: FrameTree, state: RunState, step: number, now: number): Lanes {
  const lanes: Lane[] = [];
  for (const frame of tree.framesOf(step)) {
    const first = tree.stepsOf(frame)[0];
    const last = latestStep(tree, state, frame);
    if (first === undefined || last === -1) continue;
    const end = state.endOf(last) ?? now;
    const status = frameStatus(tree, state, frame);
    lanes.push({ frame, lane: 0, start: state.startOf(first), end, status });
  }
  lanes.sort((a, b) => a.start - b.start);
  const ends: number[] = [];
  for (const one of lanes) {
    let lane = ends.findIndex((end) => end <= one.start);
    // Beyond this number lanes are drawn as a profile, in which the place does not matter.
    if (lane === -1) lane = ends.length < MAX_OWN_TRACKS ? ends.length : MAX_OWN_TRACKS;
    one.lane = lane;
    ends[lane] = Math.max(one.end, one.start);
  }
  return { lanes, count: ends.length };
}
