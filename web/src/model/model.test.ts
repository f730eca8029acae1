import { describe, expect, test } from 'vitest';
import { allNodes, graphOf, nodeIdOf, ruleInWords } from './flow/graph';
import { mainWaysFirst } from './flow/main-ways';
import { readDefinition } from './flow/read';
import { diffLines } from './flow/text-diff';
import { layeredLayout } from './layout/layered';
import { allowedActions, allowedStepActions } from './run/actions';
import { framePath } from './run/outline';
import { formatDuration } from './time/duration';
import { formatTime } from './time/relative';

const FLOW = `
StartAt: Reserve
States:
  Reserve: {Type: Task, Resource: reserve, Next: Both, Catch: [{ErrorEquals: [Stock.Empty], Next: Sorry}]}
  Both:
    Type: Parallel
    Branches:
      - {StartAt: A, States: {A: {Type: Pass, End: true}}}
      - {StartAt: B, States: {B: {Type: Pass, End: true}}}
    Next: Ok?
  Ok?:
    Type: Choice
    Choices: [{Variable: $.total, NumericLessThanEquals: 40, Next: Done}]
    Default: Sorry
  Done: {Type: Succeed}
  Sorry: {Type: Fail, Error: Sorry}
`;

describe('graph', () => {
  test('should have a node per state and an edge per way', () => {
    const machine = graphOf(readDefinition(FLOW));

    expect(machine.startAt).toBe('Reserve');
    expect(allNodes(machine).map((node) => node.id)).toEqual([
      'Reserve',
      'Both',
      'Both/0/A',
      'Both/1/B',
      'Ok?',
      'Done',
      'Sorry',
    ]);
    expect(
      machine.edges.map((edge) => `${edge.from} -${edge.kind}:${edge.label}> ${edge.to}`),
    ).toEqual([
      'Reserve -next:> Both',
      'Reserve -catch:Stock.Empty> Sorry',
      'Both -next:> Ok?',
      'Ok? -rule:total ≤ 40> Done',
      'Ok? -default:else> Sorry',
    ]);
  });

  test('should be empty for a text that is no definition', () => {
    expect(graphOf(readDefinition('a: [')).nodes).toEqual([]);
    expect(graphOf(42).nodes).toEqual([]);
    expect(
      graphOf({ States: { Broken: 7, Odd: { Type: 'New', Next: 'Nowhere' } } }).nodes,
    ).toHaveLength(1);
  });

  test('should name the node that a step of an inner frame visits', () => {
    const machine = graphOf(readDefinition(FLOW));

    expect(nodeIdOf(framePath('/Both#2/1'), 'B', machine)).toBe('Both/1/B');
    expect(nodeIdOf([], 'Done', machine)).toBe('Done');
  });

  test('should say rules in words', () => {
    expect(
      ruleInWords({
        And: [
          { Variable: '$.a', BooleanEquals: true },
          { Variable: '$.b', StringEquals: 'x' },
        ],
      }),
    ).toBe('a and b = x');
    expect(ruleInWords({ Not: { Variable: '$.a', IsPresent: true } })).toBe('not a is present');
    expect(ruleInWords({ Condition: '{% $total > 3 %}' })).toBe('$total > 3');
  });
});

describe('main ways', () => {
  const machine = graphOf(
    readDefinition(
      'StartAt: A\nStates:\n  A: {Type: Choice, Choices: [{Variable: $.x, BooleanEquals: true, Next: Aside}], Default: B}\n' +
        '  Aside: {Type: Pass, Next: B}\n  B: {Type: Pass, End: true}\n',
    ),
  );
  const ways = (visited: string[]) =>
    mainWaysFirst(machine, (id) => visited.includes(id))
      .filter((edge) => edge.from === 'A')
      .map((edge) => edge.to);

  test('should prefer where the ways meet again', () => {
    expect(ways([])).toEqual(['B', 'Aside']);
  });

  test('should prefer what was visited', () => {
    expect(ways(['A', 'Aside'])).toEqual(['Aside', 'B']);
  });

  test('should lead a long way past the boxes between', () => {
    const boxes = machine.nodes.map((node) => ({ id: node.id, width: 100, height: 40 }));
    const { boxes: placed } = layeredLayout(
      boxes,
      mainWaysFirst(machine, () => false),
      'A',
      { direction: 'down', layerGap: 20, boxGap: 30 },
    );

    const centre = (id: string) => (placed.get(id)?.x ?? Number.NaN) + 50;
    expect(centre('B')).toBe(centre('A'));
    expect(Math.abs(centre('Aside') - centre('A'))).toBeGreaterThan(60);
    expect(placed.size).toBe(3);
  });
});

describe('layout', () => {
  test('should place each box after the boxes that lead to it', () => {
    const boxes = ['a', 'b', 'c', 'd'].map((id) => ({ id, width: 100, height: 40 }));
    const links = [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'c' },
      { from: 'b', to: 'd' },
      { from: 'c', to: 'd' },
      { from: 'd', to: 'a' },
    ];

    const { boxes: placed } = layeredLayout(boxes, links, 'a', {
      direction: 'down',
      layerGap: 20,
      boxGap: 30,
    });

    const y = (id: string) => placed.get(id)?.y ?? Number.NaN;
    expect(y('a')).toBeLessThan(y('b'));
    expect(y('b')).toBe(y('c'));
    expect(y('c')).toBeLessThan(y('d'));
    expect(placed.get('a')?.x).toBe(placed.get('b')?.x);
  });

  test('should keep the room that the label of a link needs', () => {
    const boxes = ['a', 'b', 'c'].map((id) => ({ id, width: 100, height: 40 }));
    const links = [
      { from: 'a', to: 'b', room: 180 },
      { from: 'b', to: 'c' },
    ];

    const layout = layeredLayout(boxes, links, 'a', {
      direction: 'right',
      layerGap: 20,
      boxGap: 30,
    });

    const x = (id: string) => layout.boxes.get(id)?.x;
    expect([x('a'), x('b'), x('c')]).toEqual([0, 280, 400]);
    expect(layout.width).toBe(500);
  });

  test('should stay on one line where the ways of a Choice meet again', () => {
    const ids = ['start', 'check', 'review', 'accept', 'book', 'ship'];
    const links = ['start check', 'check accept', 'check review', 'review book', 'accept book'];
    const { boxes: placed } = layeredLayout(
      ids.map((id) => ({ id, width: 100, height: 40 })),
      [...links, 'book ship'].map((link) => {
        const [from = '', to = ''] = link.split(' ');
        return { from, to };
      }),
      'start',
      { direction: 'down', layerGap: 20, boxGap: 30 },
    );

    const x = (id: string) => placed.get(id)?.x ?? Number.NaN;
    expect(['check', 'accept', 'book', 'ship'].map(x)).toEqual(Array(4).fill(x('start')));
    expect(x('review')).not.toBe(x('start'));
  });

  test('should stay narrow when all boxes lead to the same one', () => {
    const boxes = Array.from({ length: 400 }, (_, i) => ({
      id: String(i),
      width: 100,
      height: 40,
    }));
    const last = boxes.length - 1;
    const links = boxes.slice(1).flatMap(({ id }, i) => [
      { from: String(i), to: id },
      { from: String(i), to: String(last) },
    ]);

    const layout = layeredLayout(boxes, links, '0', {
      direction: 'down',
      layerGap: 20,
      boxGap: 30,
    });

    expect(layout.boxes.size).toBe(400);
    expect(layout.width).toBeLessThan(600);
  });

  test('should let no boxes overlap, whatever the links', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 16_807) % 2_147_483_647) % n;
    for (let round = 0; round < 100; round++) {
      const boxes = Array.from({ length: 12 }, (_, i) => ({
        id: String(i),
        width: 60 + random(100),
        height: 30 + random(60),
      }));
      const links = Array.from({ length: 20 }, () => ({
        from: String(random(12)),
        to: String(random(12)),
      }));

      const placed = [
        ...layeredLayout(boxes, links, '0', {
          direction: round % 2 ? 'down' : 'right',
          layerGap: 20,
          boxGap: 10,
        }).boxes.values(),
      ];

      expect(placed).toHaveLength(12);
      for (const a of placed) {
        expect(Math.min(a.x, a.y)).toBeGreaterThanOrEqual(0);
        for (const b of placed) {
          const overlaps =
            a !== b &&
            a.x < b.x + b.width &&
            b.x < a.x + a.width &&
            a.y < b.y + b.height &&
            b.y < a.y + a.height;
          expect(overlaps).toBe(false);
        }
      }
    }
  });
});

describe('text', () => {
  test.each([
    [0, '0 ms'],
    [180, '180 ms'],
    [1_240, '1.2 s'],
    [12_400, '12 s'],
    [184_000, '3 min 4 s'],
    [60_000, '1 min'],
    [183_600_000, '2 d 3 h'],
  ])('should write %i ms as %s', (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected);
  });

  test('should write times relative below a day and absolute above', () => {
    const now = Date.parse('2026-11-17T14:13:00Z');

    expect(formatTime('2026-11-17T14:08:00Z', now, 'en')).toBe('5m ago');
    expect(formatTime('2026-11-03T14:08:00Z', now, 'en')).toContain('Nov');
  });

  test('should compare texts line by line', () => {
    const rows = diffLines('a\nb\nc\nd', 'a\nB\nc\nc2\nd');

    expect(rows.map((row) => [row.kind, row.left?.number, row.right?.number])).toEqual([
      ['same', 1, 1],
      ['changed', 2, 2],
      ['same', 3, 3],
      ['added', undefined, 4],
      ['same', 4, 5],
    ]);
    expect(diffLines('x', 'x').every((row) => row.kind === 'same')).toBe(true);
  });
});

describe('actions', () => {
  test('should follow the lifecycle', () => {
    expect(allowedActions('FAILED', false)).toEqual(['retryFromFailure', 'retry', 'editInput']);
    expect(allowedActions('SUCCEEDED', false)).toEqual(['retry', 'editInput']);
    expect(allowedActions('PAUSED', false)).toEqual(['resume', 'cancel']);
    expect(allowedActions('RUNNING', true)).toEqual([]);
    expect(allowedStepActions('RUNNING', false, 'RUNNING')).toEqual(['skip']);
    expect(allowedStepActions('WAITING', false, 'SUCCEEDED')).toEqual(['sendBack']);
    expect(allowedStepActions('FAILED', false, 'FAILED')).toEqual([]);
  });
});
