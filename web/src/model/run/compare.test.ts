import { describe, expect, test } from 'vitest';
import { compareRuns, type ComparedStep } from './compare';
import { stepsOfOutline } from './compared-outline';
import { diffValues, isEqual } from './value-diff';

/** Numbers that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const step = (id: string, state: string, change: Partial<ComparedStep> = {}): ComparedStep => ({
  step: id,
  frame: id.slice(0, id.lastIndexOf('@')),
  state,
  type: 'Task',
  status: 'SUCCEEDED',
  error: '',
  input: 'i',
  output: 'o',
  attempts: 1,
  tookMs: 10,
  ...change,
});

/** A run with random states, loops and forks. */
function randomRun(next: (below: number) => number): ComparedStep[] {
  const steps: ComparedStep[] = [];
  const addFrame = (frame: string, depth: number) => {
    const length = 1 + next(6);
    for (let visit = 1; visit <= length; visit++) {
      const state = 'ABCD'[next(4)] ?? 'A';
      const id = `${frame}@${visit}`;
      steps.push(step(id, state, { frame, input: String(next(3)), output: String(next(3)) }));
      if (depth < 2 && next(4) === 0) {
        const base = frame === '/' ? '' : frame;
        for (let child = 0; child < 1 + next(3); child++)
          addFrame(`${base}/${state}#${visit}/${child}`, depth + 1);
      }
    }
  };
  addFrame('/', 0);
  return steps;
}

describe('comparison of runs', () => {
  test('should find the first step that got another input', () => {
    const left = [step('/@1', 'Load'), step('/@2', 'Charge', { input: 'a' }), step('/@3', 'Done')];
    const right = [
      step('/@1', 'Load'),
      step('/@2', 'Charge', { input: 'b', status: 'FAILED', error: 'Declined' }),
    ];

    const { first, rows } = compareRuns(left, right);

    expect(first).toMatchObject({ kind: 'input', row: { state: 'Charge' } });
    expect(rows.map((row) => row.differs)).toEqual([[], ['input', 'error'], ['path']]);
  });

  test('should name an inner step before the fork that it made fail', () => {
    const fork = (status: 'FAILED' | 'SUCCEEDED') => [
      step('/@1', 'Each', { status, type: 'Map' }),
      step('/Each#1/0@1', 'Quote'),
      step('/Each#1/1@1', 'Quote', { status }),
    ];

    const { first } = compareRuns(fork('SUCCEEDED'), fork('FAILED'));

    expect(first).toMatchObject({ kind: 'error', row: { left: { step: '/Each#1/1@1' } } });
  });

  test('should align a state after a loop of another length', () => {
    const left = [step('/@1', 'Poll'), step('/@2', 'Done')];
    const right = [step('/@1', 'Poll'), step('/@2', 'Poll'), step('/@3', 'Done')];

    const { rows } = compareRuns(left, right);

    expect(rows.map((row) => [row.left?.step, row.right?.step])).toEqual([
      ['/@1', '/@1'],
      [undefined, '/@2'],
      ['/@2', '/@3'],
    ]);
  });

  test('should align frames whose fork has another visit number', () => {
    const left = [step('/@1', 'Fan'), step('/Fan#1/0@1', 'A')];
    const right = [step('/@1', 'Prepare'), step('/@2', 'Fan'), step('/Fan#2/0@1', 'A')];

    const inner = compareRuns(left, right).rows.find((row) => row.state === 'A');

    expect(inner).toMatchObject({ depth: 1, left: { step: '/Fan#1/0@1' } });
    expect(inner?.right?.step).toBe('/Fan#2/0@1');
  });

  test('should report a duration only if nothing else differs', () => {
    const { first } = compareRuns(
      [step('/@1', 'A', { tookMs: 100 })],
      [step('/@1', 'A', { tookMs: 9_000 })],
    );

    expect(first).toMatchObject({ kind: 'duration' });
  });

  test('should hold for random runs', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const next = numbers(seed);
      const left = randomRun(next);
      const right = randomRun(next);
      const { rows, counts, first } = compareRuns(left, right);

      const ids = (side: 'left' | 'right') =>
        rows.flatMap((row) => (row[side] ? [row[side].step] : []));
      // Each step appears once, and the steps of a frame keep their order.
      for (const [side, run] of [
        ['left', left],
        ['right', right],
      ] as const) {
        expect(ids(side).toSorted()).toEqual(run.map((one) => one.step).toSorted());
        for (const frame of new Set(run.map((one) => one.frame)))
          expect(ids(side).filter((id) => id.slice(0, id.lastIndexOf('@')) === frame)).toEqual(
            run.filter((one) => one.frame === frame).map((one) => one.step),
          );
      }
      // A pair is the same state.
      for (const row of rows)
        if (row.left && row.right) expect(row.left.state).toBe(row.right.state);
      // The keys of rows are unique; a divergence is a row that differs.
      expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
      if (first) expect(first.row.differs).toContain(first.kind);
      expect(first === null).toBe(Object.values(counts).every((count) => count === 0));
      // The other way round the same rows are pairs.
      const mirrored = compareRuns(right, left);
      expect(mirrored.rows.filter((row) => row.left && row.right).length).toBe(
        rows.filter((row) => row.left && row.right).length,
      );
      // A run does not differ from itself.
      const same = compareRuns(left, left);
      expect(same.first).toBeNull();
      expect(same.rows.length).toBe(left.length);
    }
  });
});

describe('outline with digests', () => {
  test('should decode the columns', () => {
    const steps = stepsOfOutline({
      statuses: ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED'],
      states: ['Load', 'Charge'],
      types: ['Pass', 'Task'],
      errors: ['Declined'],
      frames: ['/'],
      steps: {
        index: [0, 1],
        frame: [0, 0],
        visit: [1, 2],
        state: [0, 1],
        input: ['a', 'b'],
        output: ['c', ''],
      },
      entries: {
        step: [0, 1, 1, 1],
        status: [2, 1, 3, 3],
        attempt: [1, 1, 1, 2],
        at: [0, 5, 20, 90],
        error: [-1, -1, 0, 0],
      },
    });

    expect(steps).toMatchObject([
      { step: '/@1', state: 'Load', status: 'SUCCEEDED', input: 'a', output: 'c', tookMs: 0 },
      {
        step: '/@2',
        state: 'Charge',
        status: 'FAILED',
        error: 'Declined',
        attempts: 2,
        tookMs: 85,
      },
    ]);
  });
});

describe('comparison of values', () => {
  test('should mark what differs and fold what is equal', () => {
    const { lines, differing, total } = diffValues(
      { order: { items: [1, 2, 3], total: 42.5 }, confirmed: true },
      { order: { items: [1, 2, 3], total: 1942.5 }, confirmed: true, by: 'web' },
    );

    expect(lines.map(({ kind, name, text, folded }) => [kind, name, text, folded])).toEqual([
      ['same', null, '{', 0],
      ['same', 'order', '{', 0],
      ['same', 'items', '[]', 3],
      ['removed', 'total', '42.5', 0],
      ['added', 'total', '1942.5', 0],
      ['same', null, '}', 0],
      ['same', 'confirmed', 'true', 0],
      ['added', 'by', '"web"', 0],
      ['same', null, '}', 0],
    ]);
    expect([differing, total]).toEqual([2, 6]);
  });

  test('should hold for random values', () => {
    const value = (next: (below: number) => number, depth: number): unknown => {
      const kind = next(depth > 2 ? 3 : 5);
      if (kind === 0) return next(3);
      if (kind === 1) return null;
      if (kind === 2) return 'text';
      if (kind === 3) return Array.from({ length: next(3) }, () => value(next, depth + 1));
      return Object.fromEntries(
        Array.from({ length: next(3) }, (_, i) => ['abc'[i] ?? 'a', value(next, depth + 1)]),
      );
    };
    for (let seed = 1; seed <= 400; seed++) {
      const next = numbers(seed);
      const left = value(next, 0);
      const right = value(next, 0);
      const { differing, total, lines } = diffValues(left, right);

      expect(isEqual(left, right)).toBe(differing === 0);
      expect(differing).toBeLessThanOrEqual(total);
      expect(lines.some((line) => line.kind !== 'same')).toBe(differing > 0);
      expect(diffValues(right, left).differing).toBe(differing);
      expect(diffValues(left, left).differing).toBe(0);
    }
  });
});
