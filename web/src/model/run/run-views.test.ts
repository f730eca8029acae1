import { describe, expect, test } from 'vitest';
import { graphOf } from '../flow/graph';
import { readDefinition } from '../flow/read';
import { barsOf, MIN_BAR, profileOf, type BarInput } from './bars';
import { criticalPath } from './critical-path';
import { failedStepOf, frameName, frameTree } from './frames';
import { History, randomHistory } from './history.samples';
import { nodeIndex, nodeRuns, visitShown, visitsOf } from './node-runs';
import { framePath } from './outline';
import { foundRows, framesAround, notReached, outlineRows, type OutlineRow } from './outline-rows';
import { replay, runStateAt } from './replay';
import { readRun, stateName } from './run';
import { stepInfo } from './step-info';
import { idlePeriods, positionOf, ticksOf, timeAt, timeAxis } from './timeline';
import { lanesByStep, segmentsOf, tracksOf } from './tracks';

const FLOW = `
StartAt: Reserve
States:
  Reserve: {Type: Task, Resource: reserve, Next: Both}
  Both:
    Type: Parallel
    Branches:
      - {StartAt: A, States: {A: {Type: Pass, End: true}}}
      - {StartAt: B, States: {B: {Type: Pass, End: true}}}
    Next: Each
  Each:
    Type: Map
    ItemProcessor: {StartAt: Look, States: {Look: {Type: Pass, End: true}}}
    Next: Done
  Done: {Type: Succeed}
`;

/** A run: a task with a retry, two branches of which the second fails. */
function failedHistory(): History {
  const history = new History().fact(0);
  const reserve = history.begin('/', 'Reserve');
  history.fact(100).change(reserve, 'PENDING', 1, 'Busy');
  history.fact(50).change(reserve, 'RUNNING', 2);
  history.fact(100).change(reserve, 'SUCCEEDED', 2);
  const both = history.begin('/', 'Both', 'Parallel');
  const a = history.begin(history.child(both, '0'), 'A');
  const b = history.begin(history.child(both, '1'), 'B');
  history.fact(100).change(a, 'SUCCEEDED');
  history.fact(200).change(b, 'FAILED', 1, 'Bad').change(both, 'FAILED', 1, 'Bad');
  return history;
}

function viewOf(history: History, events = Infinity) {
  const run = readRun(history.data);
  const tree = frameTree(run);
  const replayed = replay(run);
  return {
    run,
    tree,
    end: runStateAt(replayed, run.eventCount),
    state: runStateAt(replayed, Math.min(events, run.eventCount)),
  };
}

/** A Map with items, one state each; every hundredth item fails. */
function mapHistory(items: number): History {
  const history = new History().fact(0);
  const each = history.begin('/', 'Each', 'Map');
  const steps = Array.from({ length: items }, (_, i) =>
    history.begin(history.child(each, String(i)), 'Look'),
  );
  steps.forEach((step, i) =>
    history.fact(1).change(step, i % 100 === 99 ? 'FAILED' : 'SUCCEEDED', 1),
  );
  history.fact(1).change(each, 'SUCCEEDED');
  return history;
}

const named = (view: ReturnType<typeof viewOf>, rows: readonly OutlineRow[]) =>
  rows.map((row) => {
    const name =
      row.kind === 'step'
        ? stateName(view.run, row.step)
        : row.kind === 'frame'
          ? `#${frameName(view.run, row.frame)}`
          : row.kind === 'group'
            ? `${row.count} ${row.status}`
            : `(${row.name})`;
    return `${row.depth} ${name}`;
  });

describe('frames', () => {
  test('should find the step that began each frame of random histories', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { run, tree } = viewOf(randomHistory(seed, 300));
      run.frames.forEach((frame, i) => {
        const above = tree.stepAbove(i);
        if (frame === '/') return expect(above).toBe(-1);
        const hop = `${stateName(run, above)}#${run.stepVisit[above]}`;
        expect(frame.endsWith(`/${hop}/${frameName(run, i)}`)).toBe(true);
        expect(tree.framesOf(above)).toContain(i);
      });
      expect(tree.orphans).toEqual([]);
    }
  });

  test('should find the step that explains a failure, not one that was handled before', () => {
    const { run, tree, end, state } = viewOf(failedHistory(), 2);

    expect(stateName(run, failedStepOf(tree, end))).toBe('B');
    expect(failedStepOf(tree, state)).toBe(-1);
  });

  test('should read names with slashes and hashes', () => {
    expect(framePath('/Ship %2F all#3/0/In#1/x')).toEqual([
      { state: 'Ship / all', child: '0' },
      { state: 'In', child: 'x' },
    ]);
  });
});

describe('outline', () => {
  const rowsOf = (view: ReturnType<typeof viewOf>, states: readonly string[] = []) =>
    outlineRows({
      tree: view.tree,
      state: view.state,
      toggled: new Map(),
      revealed: new Set(),
      notReached: notReached(view.tree, states),
    });

  test('should show branches of one state without a row of their own, and what was not reached', () => {
    const view = viewOf(failedHistory());

    expect(named(view, rowsOf(view, ['Reserve', 'Both', 'Done']))).toEqual([
      '0 Reserve',
      '0 Both',
      '1 A',
      '1 B',
      '0 (Done)',
    ]);
  });

  test('should show many frames by status, failed ones first', () => {
    const view = viewOf(mapHistory(300));

    expect(named(view, rowsOf(view))).toEqual([
      '0 Each',
      '1 #99',
      '1 #199',
      '1 #299',
      '1 297 SUCCEEDED',
    ]);
  });

  test('should show the frames around the selected step among many', () => {
    const view = viewOf(mapHistory(300));
    const rows = outlineRows({
      ...view,
      toggled: new Map(),
      revealed: framesAround(view.tree, 51),
      notReached: [],
    });

    expect(named(view, rows).slice(0, 3)).toEqual(['0 Each', '1 #50', '2 Look']);
  });

  test('should find steps by name and status', () => {
    const view = viewOf(failedHistory());
    const all = { ...view, toggled: new Map(), revealed: new Set<number>(), notReached: [] };

    expect(named(view, foundRows(all, 'bo', false))).toEqual(['0 Both']);
    expect(named(view, foundRows(all, '', true))).toEqual(['0 Both', '0 B']);
  });
});

describe('nodes', () => {
  const machine = graphOf(readDefinition(FLOW));

  test('should show what had happened at each node at a moment', () => {
    const { tree, run, end, state } = viewOf(failedHistory(), 2);
    const nodes = nodeIndex(run, machine);

    expect(nodeRuns(tree, nodes, state, 120).get('Reserve')).toMatchObject({
      status: 'WAITING',
      took: '120 ms',
    });
    expect(nodeRuns(tree, nodes, end, 0).get('Both/1/B')).toMatchObject({
      visits: 1,
      status: 'FAILED',
      took: '300 ms',
    });
    const both = nodes.ids.indexOf('Both');
    expect(visitShown(tree, visitsOf(nodes, state, both), state)).toBe(-1);
    expect(visitShown(tree, visitsOf(nodes, end, both), end)).toBe(1);
  });

  test('should count the items of a Map', () => {
    const { tree, run, end } = viewOf(mapHistory(200));

    expect(nodeRuns(tree, nodeIndex(run, machine), end, 0).get('Each')?.items).toEqual({
      done: 198,
      failed: 2,
      all: 200,
    });
  });

  test('should tell a step as it was', () => {
    const { end, state } = viewOf(failedHistory(), 2);

    expect(stepInfo(end, 0)).toMatchObject({ step: '/@1', status: 'SUCCEEDED', attempt: 2 });
    expect(stepInfo(state, 0)).toMatchObject({ status: 'PENDING', error: 'Busy', endedAt: null });
    expect(stepInfo(state, 1)).toMatchObject({ status: 'PENDING', hasBegun: false });
    expect(stepInfo(state, 9)).toBeNull();
  });
});

describe('tracks', () => {
  test('should have a row per frame, and one for all items of a Map', () => {
    const keys = (history: History, toggled = new Map<string, boolean>()) =>
      tracksOf(viewOf(history).tree, toggled).map((track) => `${track.depth} ${track.key}`);

    expect(keys(failedHistory())).toEqual(['0 f0', '1 f1', '1 f2']);
    expect(keys(mapHistory(30))).toEqual(['0 f0', '1 l0']);
    expect(keys(mapHistory(2), new Map([['l0', true]]))).toEqual(['0 f0', '1 l0', '2 f1', '2 f2']);
  });

  test('should cut a step into queued, running and waiting for the next attempt', () => {
    const { run, end } = viewOf(failedHistory());

    expect(
      segmentsOf(run, 0, end.lastEvent(0), 0).map(({ kind, start, end: to }) => [kind, start, to]),
    ).toEqual([
      ['failed', 0, 100],
      ['retry', 100, 150],
      ['queued', 150, 245],
      ['done', 245, 250],
    ]);
  });

  test('should draw bars of at least 4 pixels, and of dense ones only those that can be seen', () => {
    const history = new History().fact(0);
    for (let i = 0; i < 50_000; i++) {
      history.change(history.begin('/', 'Work'), i === 30_000 ? 'FAILED' : 'SUCCEEDED').fact(1);
    }
    const { tree, end } = viewOf(history);
    const input: BarInput = {
      tree,
      end,
      shown: end,
      critical: new Set(),
      now: 50_000,
      lanesOf: lanesByStep(tree, end, 50_000),
      positionOf: (time) => time / 50,
      from: 0,
      to: 1_000,
    };
    const [track] = tracksOf(tree, new Map());
    const bars = track ? barsOf(input, track) : [];

    expect(new Set(bars.map((bar) => bar.step)).size).toBeLessThan(300);
    expect(bars.every((bar) => bar.kind === 'queued' || bar.width >= MIN_BAR)).toBe(true);
    expect(bars.filter((bar) => bar.kind === 'failed')).toHaveLength(1);
  });

  test('should place frames that overlap in lanes', () => {
    const { tree, end } = viewOf(mapHistory(3));
    const { lanes, count } = lanesByStep(tree, end, 10)(0);

    expect(count).toBe(3);
    expect(lanes.map((lane) => lane.lane)).toEqual([0, 1, 2]);
  });

  test('should count the bars of a place', () => {
    const bar = { x: 5, width: 10, kind: 'failed' as const };
    const bars = [bar, { ...bar, x: 12, kind: 'done' as const }].map((one) => ({
      ...one,
      step: 0,
      lane: 0,
      lanes: 9,
      attempt: 1,
      isFinal: true,
      isLater: false,
      isCritical: false,
      error: null,
    }));

    expect(profileOf(bars, 0, 30, 10)).toEqual([
      { x: 0, active: 1, failed: 1 },
      { x: 10, active: 2, failed: 1 },
      { x: 20, active: 1, failed: 0 },
    ]);
  });
});

describe('critical path', () => {
  test('should follow the branch that ended last', () => {
    const { run, tree, end } = viewOf(failedHistory());
    const names = [...criticalPath(tree, end, 0)].map((step) => stateName(run, step));

    expect(names).toEqual(['Reserve', 'Both', 'B']);
  });

  test('should follow the items that the last one waited for', () => {
    const history = new History().fact(0);
    const each = history.begin('/', 'Each', 'Map');
    const first = history.begin(history.child(each, '0'), 'Look');
    const short = history.begin(history.child(each, '1'), 'Look');
    history.fact(10).change(short, 'SUCCEEDED');
    history.fact(90).change(first, 'SUCCEEDED');
    const last = history.begin(history.child(each, '2'), 'Look');
    history.fact(50).change(last, 'SUCCEEDED').change(each, 'SUCCEEDED');
    const { tree, end } = viewOf(history);

    expect([...criticalPath(tree, end, 0)]).toEqual([each, last, first]);
  });
});

describe('time axis', () => {
  const HOURS = [0, 1_000, 2_000, 7_202_000, 7_203_000];

  test('should collapse long idle periods, also shorter ones beside a longer one', () => {
    expect(idlePeriods(HOURS)).toEqual([{ start: 2_000, end: 7_202_000 }]);
    expect(idlePeriods([0, 1_000, 601_000, 602_000, 7_802_000, 7_803_000])).toEqual([
      { start: 1_000, end: 601_000 },
      { start: 602_000, end: 7_802_000 },
    ]);
    expect(idlePeriods([0, 7_200_000])).toEqual([]);
  });

  test('should give the rest of the width to busy time', () => {
    const axis = timeAxis({ start: 0, end: 7_203_000 }, idlePeriods(HOURS), 680);

    expect(axis.map((piece) => piece.isIdle)).toEqual([false, true, false]);
    expect(positionOf(axis, 0)).toBe(0);
    expect(positionOf(axis, 7_203_000)).toBeCloseTo(680);
    expect(positionOf(axis, 1_000)).toBeCloseTo(200);
    expect(timeAt(axis, 200)).toBeCloseTo(1_000);
    expect(timeAt(axis, 9_999)).toBe(7_203_000);
  });

  test('should mark round times in the visible part', () => {
    const [busy, idle] = timeAxis({ start: 0, end: 7_203_000 }, idlePeriods(HOURS), 1_280);
    const all = { from: 0, to: 1_280 };

    expect(busy && ticksOf(busy, all)).toEqual([
      { offset: 500, x: 200 },
      { offset: 1_000, x: 400 },
      { offset: 1_500, x: 600 },
    ]);
    expect(busy && ticksOf(busy, { from: 390, to: 410 }).at(-1)?.offset).toBe(1_000);
    expect(idle && ticksOf(idle, all)).toEqual([]);
  });
});
