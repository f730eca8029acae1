import type { Run } from './run';

/** A moment of a run: after an event. */
export interface Moment {
  /** Number of events that have happened. */
  events: number;
  /** Number of the last fact that has happened, at least in part. */
  seq: number;
  /** True if the fact changes more steps later; the engine has no state for such a moment. */
  isWithinFact: boolean;
}

/** Returns the number of events of the facts up to one. */
export function eventsUntil(run: Run, seq: number): number {
  let low = 0;
  let high = run.eventCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run.eventSeq[middle] ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the moment after a number of events. */
export function momentOf(run: Run, events: number): Moment {
  const count = Math.max(1, Math.min(events, run.eventCount));
  const seq = run.eventSeq[count - 1] ?? 0;
  return { events: count, seq, isWithinFact: run.eventSeq[count] === seq };
}

const PATTERN = /^(\d{1,15})(?:-(\d{1,9}))?$/;

/** Reads a moment from the URL: `12` is after fact 12, `12-2` after the second change by fact 12. */
export function parseMoment(run: Run, text: string): Moment | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const seq = Math.max(1, Math.min(Number(match[1]), run.seq));
  const end = eventsUntil(run, seq);
  if (match[2] === undefined) return { events: end, seq, isWithinFact: false };
  const start = eventsUntil(run, seq - 1);
  const events = Math.max(start + 1, Math.min(start + Number(match[2]), end));
  return events >= end ? { events: end, seq, isWithinFact: false } : momentOf(run, events);
}

/** Returns a moment for the URL: a number after a whole fact. */
export function formatMoment(run: Run, moment: Moment): string | number {
  return moment.isWithinFact
    ? `${moment.seq}-${moment.events - eventsUntil(run, moment.seq - 1)}`
    : moment.seq;
}

/** Returns the moment before the next step begins; the last step's is the end of the run. */
export function momentOfStep(run: Run, step: number): Moment {
  const next = run.firstEvent[step + 1];
  return momentOf(run, step + 1 < run.stepCount && next !== undefined ? next : run.eventCount);
}

/** Returns the moment at a time, in milliseconds since the start of the run. */
export function momentAt(run: Run, time: number): Moment {
  let low = 0;
  let high = run.eventCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run.eventAt[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return momentOf(run, low);
}
