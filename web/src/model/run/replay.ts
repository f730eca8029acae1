import type { Run } from './run';
import type { Status } from './status';

export const CHECKPOINT_INTERVAL = 1_000;
const NONE = -1;

/** An execution after a number of its events: which steps had begun, and the last event of each. */
export class RunState {
  private constructor(
    readonly run: Run,
    public eventCount: number,
    /** Number of steps that have begun; they are the first ones of the run. */
    public stepCount: number,
    private readonly lastEvents: Int32Array,
    private readonly counts: Int32Array,
  ) {}

  static start(run: Run): RunState {
    const last = new Int32Array(run.stepCount).fill(NONE);
    return new RunState(run, 0, 0, last, new Int32Array(run.statuses.length));
  }

  /** Applies the next event of the run. */
  apply(): void {
    const event = this.eventCount++;
    const step = this.run.eventStep[event] ?? 0;
    const before = this.lastEvents[step] ?? NONE;
    if (before === NONE) this.stepCount++;
    else this.count(before, -1);
    this.count(event, 1);
    this.lastEvents[step] = event;
  }

  private count(event: number, change: number): void {
    const status = this.run.eventStatus[event] ?? 0;
    this.counts[status] = (this.counts[status] ?? 0) + change;
  }

  /** Returns a copy that can be changed, for a run that has this one's events. */
  copy(run: Run = this.run): RunState {
    const last = new Int32Array(run.stepCount).fill(NONE, this.stepCount);
    last.set(this.lastEvents.subarray(0, this.stepCount));
    return new RunState(run, this.eventCount, this.stepCount, last, this.counts.slice());
  }

  /** Returns a copy that has memory for the steps that have begun only. */
  frozen(): RunState {
    const last = this.lastEvents.slice(0, this.stepCount);
    return new RunState(this.run, this.eventCount, this.stepCount, last, this.counts.slice());
  }

  hasBegun(step: number): boolean {
    return step < this.stepCount;
  }

  /** Returns the last event of a step; -1 if it has not begun. */
  lastEvent(step: number): number {
    return this.lastEvents[step] ?? NONE;
  }

  /** Returns the status of a step; null if it has not begun. */
  status(step: number): Status | null {
    const event = this.lastEvent(step);
    return event === NONE ? null : (this.run.statuses[this.run.eventStatus[event] ?? 0] ?? null);
  }

  /** Returns the status as people see it: an open step that waits for something is WAITING. */
  shownStatus(step: number): Status | null {
    const status = this.status(step);
    if (status !== 'RUNNING' && status !== 'PENDING') return status;
    const type = this.run.types[this.run.stepState[step] ?? 0];
    const isWait = type === 'Wait' || type === 'Human';
    return isWait || (status === 'PENDING' && this.error(step) !== null) ? 'WAITING' : status;
  }

  attempt(step: number): number {
    return this.run.eventAttempt[this.lastEvent(step)] ?? 0;
  }

  error(step: number): string | null {
    return this.run.errors[this.run.eventError[this.lastEvent(step)] ?? NONE] ?? null;
  }

  /** Returns when a step began, in milliseconds since the start of the run. */
  startOf(step: number): number {
    return this.run.eventAt[this.run.firstEvent[step] ?? 0] ?? 0;
  }

  /** Returns when a step ended, which a later compensation does not change; null while it is open. */
  endOf(step: number): number | null {
    let event = this.lastEvent(step);
    while (event !== NONE && isUndone(this.run, event)) {
      const before = this.run.previousEvent[event] ?? NONE;
      if (before === NONE || isOpenEvent(this.run, before)) break;
      event = before;
    }
    return event === NONE || isOpenEvent(this.run, event) ? null : (this.run.eventAt[event] ?? 0);
  }

  isOpen(step: number): boolean {
    const event = this.lastEvent(step);
    return event !== NONE && isOpenEvent(this.run, event);
  }

  /** Returns the number of steps with a status. */
  countOf(status: Status): number {
    return this.counts[this.run.statuses.indexOf(status)] ?? 0;
  }

  /** Returns the time of the last event, in milliseconds since the start of the run. */
  get at(): number {
    return this.run.eventAt[this.eventCount - 1] ?? 0;
  }
}

const statusOf = (run: Run, event: number) => run.statuses[run.eventStatus[event] ?? 0];

function isUndone(run: Run, event: number): boolean {
  const status = statusOf(run, event);
  return status === 'ROLLED_BACK' || status === 'COMPENSATED';
}

export function isOpenEvent(run: Run, event: number): boolean {
  const status = statusOf(run, event);
  return status === 'PENDING' || status === 'RUNNING';
}

/** A run with its state every 1,000 events. */
export interface Replay {
  readonly run: Run;
  readonly checkpoints: readonly RunState[];
}

/** Folds all events of a run once. A replay of the beginning of the run is continued. */
export function replay(run: Run, before: Replay | null = null): Replay {
  const known = before && before.run.eventCount <= run.eventCount ? before.checkpoints : [];
  const checkpoints = known.length > 0 ? [...known] : [RunState.start(run).frozen()];
  const state = (checkpoints.at(-1) as RunState).copy(run);
  while (state.eventCount + CHECKPOINT_INTERVAL <= run.eventCount) {
    for (let i = 0; i < CHECKPOINT_INTERVAL; i++) state.apply();
    checkpoints.push(state.frozen());
  }
  return { run, checkpoints };
}

/** Returns the state of a run after a number of its events. */
export function runStateAt({ run, checkpoints }: Replay, eventCount: number): RunState {
  const wanted = Math.max(0, Math.min(eventCount, run.eventCount));
  const checkpoint = checkpoints[Math.floor(wanted / CHECKPOINT_INTERVAL)];
  const state = (checkpoint ?? RunState.start(run)).copy(run);
  while (state.eventCount < wanted) state.apply();
  return state;
}
