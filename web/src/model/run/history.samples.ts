import type { OutlineData } from './run';
import type { Status } from './status';

const STATUSES: readonly Status[] = [
  'PENDING',
  'RUNNING',
  'SUCCEEDED',
  'FAILED',
  'SKIPPED',
  'ROLLED_BACK',
  'COMPENSATED',
  'CANCELLED',
];

/** Writes the outline of an execution event by event, as the server does. */
export class History {
  readonly events: { step: number; status: Status; attempt: number; error: string | null }[] = [];
  private readonly outline = {
    seq: 0,
    startedAt: '2026-11-17T12:00:00.000Z',
    statuses: STATUSES,
    states: [] as string[],
    types: [] as string[],
    errors: [] as string[],
    frames: [] as string[],
    steps: {
      index: [] as number[],
      frame: [] as number[],
      visit: [] as number[],
      state: [] as number[],
    },
    entries: {
      seq: [] as number[],
      step: [] as number[],
      status: [] as number[],
      attempt: [] as number[],
      at: [] as number[],
      began: [] as number[],
      error: [] as number[],
    },
  };
  private readonly visits = new Map<string, number>();
  private now = 0;

  /** Begins a fact; the following events are its changes. */
  fact(after = 10): this {
    this.outline.seq++;
    this.now += after;
    return this;
  }

  /** Begins a step and returns its number. */
  begin(frame: string, state: string, type = 'Task'): number {
    const { steps } = this.outline;
    const step = steps.index.length;
    const visit = (this.visits.get(frame) ?? 0) + 1;
    this.visits.set(frame, visit);
    steps.index.push(step);
    steps.frame.push(indexIn(this.outline.frames, frame));
    steps.visit.push(visit);
    const states = this.outline.states.length;
    const index = indexIn(this.outline.states, state);
    if (index === states) this.outline.types.push(type);
    steps.state.push(index);
    this.change(step, 'RUNNING');
    return step;
  }

  change(step: number, status: Status, attempt = 1, error: string | null = null): this {
    const { entries } = this.outline;
    this.events.push({ step, status, attempt, error });
    entries.seq.push(this.outline.seq);
    entries.step.push(step);
    entries.status.push(STATUSES.indexOf(status));
    entries.attempt.push(attempt);
    entries.at.push(this.now);
    entries.began.push(status === 'SUCCEEDED' || status === 'FAILED' ? this.now - 5 : -1);
    entries.error.push(error === null ? -1 : indexIn(this.outline.errors, error));
    return this;
  }

  /** Returns the id of the frame of a child of a step. */
  child(step: number, name: string): string {
    const frame = this.outline.frames[this.outline.steps.frame[step] ?? 0] ?? '/';
    const state = this.outline.states[this.outline.steps.state[step] ?? 0] ?? '';
    const visit = this.outline.steps.visit[step];
    return `${frame === '/' ? '' : frame}/${state}#${visit}/${name}`;
  }

  get data(): OutlineData {
    return this.outline;
  }

  /** Returns the part that the server returns for `since`. */
  since(seq: number): OutlineData {
    const all = this.outline;
    const from = all.entries.seq.findIndex((one) => one > seq);
    const begun = new Set(all.entries.step.slice(0, from < 0 ? undefined : from)).size;
    const event = from < 0 ? all.entries.seq.length : from;
    return {
      ...all,
      steps: {
        index: all.steps.index.slice(begun),
        frame: all.steps.frame.slice(begun),
        visit: all.steps.visit.slice(begun),
        state: all.steps.state.slice(begun),
      },
      entries: {
        seq: all.entries.seq.slice(event),
        step: all.entries.step.slice(event),
        status: all.entries.status.slice(event),
        attempt: all.entries.attempt.slice(event),
        at: all.entries.at.slice(event),
        began: all.entries.began.slice(event),
        error: all.entries.error.slice(event),
      },
    };
  }
}

function indexIn(names: string[], name: string): number {
  const known = names.indexOf(name);
  return known >= 0 ? known : names.push(name) - 1;
}

/** Returns numbers below 1 that are the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a random history with inner frames, retries, rewinds and compensation. */
export function randomHistory(seed: number, facts: number): History {
  const history = new History();
  const next = random(seed);
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)];
  const open = new Map<number, { frame: string; attempt: number }>();
  const done: { step: number; frame: string; attempt: number }[] = [];
  const begin = (frame: string) => {
    const step = history.begin(frame, `S${Math.floor(next() * 5)}`);
    open.set(step, { frame, attempt: 1 });
    return step;
  };
  history.fact();
  begin('/');
  while ((history.data.seq ?? 0) < facts) {
    history.fact(Math.floor(next() * 50));
    const chosen = pick([...open.keys()]);
    if (chosen === undefined) {
      begin('/');
      continue;
    }
    const { frame, attempt } = open.get(chosen) ?? { frame: '/', attempt: 1 };
    const kind = next();
    if (kind < 0.2) {
      history.change(chosen, 'PENDING', attempt, 'Busy').fact();
      history.change(chosen, 'RUNNING', attempt + 1);
      open.set(chosen, { frame, attempt: attempt + 1 });
    } else if (kind < 0.4 && frame.length < 40) {
      for (let i = 0; i < 1 + next() * 4; i++) begin(history.child(chosen, String(i)));
    } else if (kind < 0.5 && done.length > 0) {
      // A rewind undoes steps that are done, and the frame goes on at one of them.
      open.delete(chosen);
      history.change(chosen, 'CANCELLED', attempt);
      for (const one of done.splice(Math.floor(next() * done.length))) {
        const isCompensated = next() < 0.5;
        history.change(one.step, isCompensated ? 'COMPENSATED' : 'ROLLED_BACK', one.attempt);
      }
      begin(frame);
    } else {
      open.delete(chosen);
      const isFailed = kind > 0.9;
      history.change(chosen, isFailed ? 'FAILED' : 'SUCCEEDED', attempt, isFailed ? 'Bad' : null);
      done.push({ step: chosen, frame, attempt });
      if (next() < 0.8) begin(frame);
    }
  }
  return history;
}
