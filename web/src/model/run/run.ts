import type { Status } from './status';

/** The outline of an execution as the API returns it: all steps and their changes by column. */
export interface OutlineData {
  seq: number;
  startedAt?: string | null;
  statuses: readonly Status[];
  states: readonly string[];
  types: readonly string[];
  errors: readonly string[];
  frames: readonly string[];
  steps: {
    index: readonly number[];
    frame: readonly number[];
    visit: readonly number[];
    state: readonly number[];
  };
  entries: {
    seq: readonly number[];
    step: readonly number[];
    status: readonly number[];
    attempt: readonly number[];
    at: readonly number[];
    began: readonly number[];
    error: readonly number[];
  };
}

/**
 * All steps of an execution and their changes ("events") as typed arrays by column. Steps are
 * numbered in the order in which they began, events in the order in which they happened.
 */
export interface Run {
  /** Number of the last fact. */
  readonly seq: number;
  /** Time to which the times of events are relative, in milliseconds. */
  readonly startedAt: number;
  readonly statuses: readonly Status[];
  readonly states: readonly string[];
  readonly types: readonly string[];
  readonly errors: readonly string[];
  readonly frames: readonly string[];

  readonly stepCount: number;
  readonly stepFrame: Int32Array;
  readonly stepVisit: Int32Array;
  readonly stepState: Int32Array;
  readonly firstEvent: Int32Array;

  readonly eventCount: number;
  readonly eventSeq: Float64Array;
  readonly eventStep: Int32Array;
  readonly eventStatus: Uint8Array;
  readonly eventAttempt: Int32Array;
  readonly eventAt: Float64Array;
  /** Measured start of the work whose outcome the event is; -1 if unknown. */
  readonly eventBegan: Float64Array;
  readonly eventError: Int32Array;
  /** The event before of the same step; -1 for the first. */
  readonly previousEvent: Int32Array;
}

const EMPTY: Run = {
  seq: 0,
  startedAt: 0,
  statuses: [],
  states: [],
  types: [],
  errors: [],
  frames: [],
  stepCount: 0,
  stepFrame: new Int32Array(),
  stepVisit: new Int32Array(),
  stepState: new Int32Array(),
  firstEvent: new Int32Array(),
  eventCount: 0,
  eventSeq: new Float64Array(),
  eventStep: new Int32Array(),
  eventStatus: new Uint8Array(),
  eventAttempt: new Int32Array(),
  eventAt: new Float64Array(),
  eventBegan: new Float64Array(),
  eventError: new Int32Array(),
  previousEvent: new Int32Array(),
};

export function readRun(outline: OutlineData): Run {
  return extendRun(EMPTY, outline);
}

/** Returns a run with the part of its outline that is newer than its last fact. */
export function extendRun(run: Run, outline: OutlineData): Run {
  const { steps, entries } = outline;
  if (steps.index.length === 0 && entries.seq.length === 0 && run.seq === outline.seq) return run;
  const states = new Names(run.states, run.types);
  const frames = new Names(run.frames);
  const errors = new Names(run.errors);
  const frameOf = outline.frames.map((frame) => frames.add(frame));
  const stateOf = outline.states.map((state, i) => states.add(state, outline.types[i]));
  const errorOf = outline.errors.map((error) => errors.add(error));
  const known = run.stepCount;
  const stepCount = known + steps.index.length;
  const firstEvent = extended(run.firstEvent, stepCount);
  const past = run.eventCount;
  const eventCount = past + entries.seq.length;
  const previousEvent = extended(run.previousEvent, eventCount);
  const lastEvent = new Int32Array(stepCount).fill(-1);
  for (let event = 0; event < past; event++) lastEvent[run.eventStep[event] ?? 0] = event;
  entries.step.forEach((step, i) => {
    const before = lastEvent[step] ?? -1;
    previousEvent[past + i] = before;
    if (before === -1) firstEvent[step] = past + i;
    lastEvent[step] = past + i;
  });
  return {
    seq: outline.seq,
    startedAt: run.eventCount > 0 ? run.startedAt : Date.parse(outline.startedAt ?? '') || 0,
    statuses: outline.statuses,
    states: states.all,
    types: states.types,
    errors: errors.all,
    frames: frames.all,
    stepCount,
    stepFrame: appended(run.stepFrame, steps.frame, known, (one) => frameOf[one] ?? 0),
    stepVisit: appended(run.stepVisit, steps.visit, known),
    stepState: appended(run.stepState, steps.state, known, (one) => stateOf[one] ?? 0),
    firstEvent,
    eventCount,
    eventSeq: appended(run.eventSeq, entries.seq, past),
    eventStep: appended(run.eventStep, entries.step, past),
    eventStatus: appended(run.eventStatus, entries.status, past),
    eventAttempt: appended(run.eventAttempt, entries.attempt, past),
    eventAt: appended(run.eventAt, entries.at, past),
    eventBegan: appended(run.eventBegan, entries.began, past),
    eventError: appended(run.eventError, entries.error, past, (one) =>
      one < 0 ? -1 : (errorOf[one] ?? -1),
    ),
    previousEvent,
  };
}

type Column = Int32Array | Uint8Array | Float64Array;

function extended<C extends Column>(column: C, length: number): C {
  const longer = new (column.constructor as new (length: number) => C)(length);
  longer.set(column);
  return longer;
}

function appended<C extends Column>(
  column: C,
  values: readonly number[],
  at: number,
  map: (value: number) => number = (value) => value,
): C {
  const longer = extended(column, at + values.length);
  for (let i = 0; i < values.length; i++) longer[at + i] = map(values[i] ?? 0);
  return longer;
}

/** Distinct names by index, with a type where names of different types can be equal. */
class Names {
  readonly all: string[];
  readonly types: string[];
  private readonly indexes = new Map<string, number>();

  constructor(names: readonly string[], types: readonly string[] = []) {
    this.all = [...names];
    this.types = [...types];
    names.forEach((name, i) => this.indexes.set(`${name}\n${types[i] ?? ''}`, i));
  }

  add(name: string, type = ''): number {
    const key = `${name}\n${type}`;
    const known = this.indexes.get(key);
    if (known !== undefined) return known;
    this.all.push(name);
    this.types.push(type);
    this.indexes.set(key, this.all.length - 1);
    return this.all.length - 1;
  }
}

/** Returns the id of a step, as the API names it. */
export function stepId(run: Run, step: number): string {
  return `${run.frames[run.stepFrame[step] ?? 0]}@${run.stepVisit[step]}`;
}

/** Returns the number of the step with an id; -1 if there is none. */
export function stepOf(run: Run, id: string): number {
  const at = id.lastIndexOf('@');
  const frame = run.frames.indexOf(id.slice(0, at));
  const visit = Number(id.slice(at + 1));
  if (frame < 0) return -1;
  for (let step = 0; step < run.stepCount; step++) {
    if (run.stepFrame[step] === frame && run.stepVisit[step] === visit) return step;
  }
  return -1;
}

export function stateName(run: Run, step: number): string {
  return run.states[run.stepState[step] ?? 0] ?? '';
}

export function stateType(run: Run, step: number): string {
  return run.types[run.stepState[step] ?? 0] ?? '';
}

/** Returns a run whose events follow each other in steps of a millisecond, as if each took time. */
export function inOrder(run: Run): Run {
  return {
    ...run,
    eventAt: Float64Array.from({ length: run.eventCount }, (_, event) => event),
    eventBegan: new Float64Array(run.eventCount).fill(-1),
  };
}
