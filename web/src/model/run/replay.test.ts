import { afterEach, describe, expect, test, vi } from 'vitest';
import { History, random, randomHistory } from './history.samples';
import { eventsUntil, formatMoment, momentAt, momentOf, momentOfStep, parseMoment } from './moment';
import { CHECKPOINT_INTERVAL, replay, RunState, runStateAt } from './replay';
import { extendRun, readRun, stepId, stepOf, type Run } from './run';

afterEach(() => vi.restoreAllMocks());

/** Returns what is known of each begun step, from the first event on. */
function naiveFold(history: History, events: number) {
  const steps = new Map<number, { status: string; attempt: number; error: string | null }>();
  for (const { step, status, attempt, error } of history.events.slice(0, events)) {
    steps.set(step, { status, attempt, error });
  }
  return steps;
}

function read(state: RunState, run: Run) {
  const steps = new Map<number, { status: string; attempt: number; error: string | null }>();
  for (let step = 0; step < run.stepCount; step++) {
    const status = state.status(step);
    if (status !== null)
      steps.set(step, { status, attempt: state.attempt(step), error: state.error(step) });
  }
  return steps;
}

describe('replay', () => {
  test('should equal a naive fold after every event of random histories', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const history = randomHistory(seed, 120);
      const run = readRun(history.data);
      const replayed = replay(run);
      for (let events = 0; events <= run.eventCount; events++) {
        const state = runStateAt(replayed, events);
        const expected = naiveFold(history, events);

        expect(read(state, run), `seed ${seed}, ${events} events`).toEqual(expected);
        expect(state.stepCount).toBe(expected.size);
        for (const status of run.statuses)
          expect(state.countOf(status)).toBe(
            [...expected.values()].filter((one) => one.status === status).length,
          );
      }
    }
  });

  test('should equal a naive fold beyond its checkpoints', () => {
    const history = randomHistory(7, 3_000);
    const run = readRun(history.data);
    const replayed = replay(run);
    const next = random(3);

    expect(replayed.checkpoints.length).toBeGreaterThan(3);
    for (let i = 0; i < 40; i++) {
      const events = Math.floor(next() * run.eventCount);
      expect(read(runStateAt(replayed, events), run)).toEqual(naiveFold(history, events));
    }
  });

  test('should be the same whether it is read at once or grows with the journal', () => {
    const history = randomHistory(11, 1_500);
    const whole = readRun(history.data);
    let run = readRun({ ...history.since(0), ...cut(history, 400) });
    let replayed = replay(run);
    run = extendRun(run, history.since(400));
    replayed = replay(run, replayed);

    expect(run).toEqual(whole);
    for (const events of [1, 399, 1_000, 1_001, run.eventCount])
      expect(read(runStateAt(replayed, events), run)).toEqual(naiveFold(history, events));
    expect(extendRun(run, history.since(run.seq))).toBe(run);
  });

  test('should apply fewer events than between two checkpoints to find a moment of 50,000 steps', () => {
    const history = new History().fact();
    for (let i = 0; i < 50_000; i++) {
      history.change(history.begin('/', 'Work'), 'SUCCEEDED');
      history.fact(1);
    }
    const run = readRun(history.data);
    const replayed = replay(run);
    const applied = vi.spyOn(RunState.prototype, 'apply');

    for (const events of [0, 999, 1_000, 50_123, 99_999, 100_000]) {
      applied.mockClear();
      const state = runStateAt(replayed, events);
      expect(state.eventCount).toBe(events);
      expect(applied.mock.calls.length).toBeLessThan(CHECKPOINT_INTERVAL);
    }
  });

  test('should keep the end of a step that is compensated later', () => {
    const history = new History().fact();
    const booked = history.begin('/', 'Book');
    history.fact(100).change(booked, 'SUCCEEDED');
    const open = history.begin('/', 'Pay');
    history.fact(100).change(booked, 'COMPENSATED').change(open, 'ROLLED_BACK');
    const state = runStateAt(replay(readRun(history.data)), 100);

    expect(state.endOf(booked)).toBe(110);
    expect(state.endOf(open)).toBe(210);
  });
});

function cut(history: History, seq: number) {
  const entries = history.data.entries.seq.filter((one) => one <= seq).length;
  const steps = new Set(history.data.entries.step.slice(0, entries)).size;
  const part = <T extends object>(columns: T, length: number): T =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        name,
        (column as number[]).slice(0, length),
      ]),
    ) as T;
  return {
    seq,
    steps: part(history.data.steps, steps),
    entries: part(history.data.entries, entries),
  };
}

describe('moment', () => {
  const history = new History().fact();
  const first = history.begin('/', 'Load', 'Pass');
  history.change(first, 'SUCCEEDED');
  const second = history.begin('/', 'Fan', 'Parallel');
  history.begin(history.child(second, '0'), 'A');
  history.fact(50).fact(50).change(second, 'SUCCEEDED');
  const run = readRun(history.data);

  test('should name facts, and the changes of one fact', () => {
    expect([1, 2, 3, 4, 5].map((events) => formatMoment(run, momentOf(run, events)))).toEqual([
      '1-1',
      '1-2',
      '1-3',
      1,
      3,
    ]);
    for (let events = 1; events <= run.eventCount; events++) {
      const moment = momentOf(run, events);
      expect(parseMoment(run, String(formatMoment(run, moment)))).toEqual(moment);
    }
  });

  test('should keep the number of a fact that changes no step', () => {
    expect(parseMoment(run, '2')).toEqual({ events: 4, seq: 2, isWithinFact: false });
    expect(eventsUntil(run, 2)).toBe(4);
  });

  test('should stay within the run', () => {
    expect(parseMoment(run, '0')?.seq).toBe(1);
    expect(parseMoment(run, '99')).toEqual({ events: 5, seq: 3, isWithinFact: false });
    expect(parseMoment(run, '1-99')).toEqual({ events: 4, seq: 1, isWithinFact: false });
    expect(parseMoment(run, 'x')).toBeNull();
  });

  test('should show a step as far as it came before the next one', () => {
    expect(momentOfStep(run, 0).events).toBe(2);
    expect(momentOfStep(run, 2).events).toBe(5);
    expect(momentAt(run, 20).events).toBe(4);
    expect(momentAt(run, -5).events).toBe(1);
  });

  test('should find steps by their ids', () => {
    for (let step = 0; step < run.stepCount; step++)
      expect(stepOf(run, stepId(run, step))).toBe(step);
    expect(stepOf(run, '/@77')).toBe(-1);
  });
});
