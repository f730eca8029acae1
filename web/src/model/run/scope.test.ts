import { expect, test } from 'vitest';
import { graphOf, nodeIdOf } from '../flow/graph';
import { humanTaskOf, isDistributed, stateBody } from '../flow/state-body';
import { frameTree } from './frames';
import { History } from './history.samples';
import { nodeIndex } from './node-runs';
import { framePath } from './outline';
import { readRun, stateName, stepId } from './run';
import {
  formatScope,
  innerScope,
  isInScope,
  machineOfRun,
  machineOfScope,
  parseScope,
  scopesAround,
  stepsInScope,
} from './scope';

const DEFINITION = {
  StartAt: 'Both',
  States: {
    Both: {
      Type: 'Parallel',
      Branches: [
        { StartAt: 'A', States: { A: { Type: 'Pass', End: true } } },
        {
          StartAt: 'Each',
          States: {
            Each: {
              Type: 'Map',
              ItemProcessor: {
                ProcessorConfig: { Mode: 'DISTRIBUTED' },
                StartAt: 'Look',
                States: {
                  Look: { Type: 'Pass', Next: 'Ask' },
                  Ask: {
                    Type: 'Human',
                    Kind: 'approval',
                    Form: { type: 'object', properties: { comment: { type: 'string' } } },
                    Outcomes: { yes: { Next: 'Look' }, no: { Next: 'Look' } },
                    Next: 'Look',
                  },
                },
              },
              End: true,
            },
          },
        },
      ],
      End: true,
    },
  },
};
const machine = graphOf(DEFINITION);

function sample() {
  const history = new History().fact(0);
  const both = history.begin('/', 'Both', 'Parallel');
  const a = history.begin(history.child(both, '0'), 'A', 'Pass');
  const each = history.begin(history.child(both, '1'), 'Each', 'Map');
  const first = history.begin(history.child(each, '0'), 'Look', 'Pass');
  const second = history.begin(history.child(each, '1'), 'Look', 'Pass');
  const run = readRun(history.data);
  return { run, tree: frameTree(run), both, a, each, first, second };
}

test('should read and write the open part as the URL has it', () => {
  const { run, each } = sample();
  const frame = run.frames.findIndex((one) => one.endsWith('/1'));

  for (const scope of [
    { kind: 'flow' },
    { kind: 'step', step: each },
    { kind: 'frame', frame },
  ] as const)
    expect(parseScope(run, formatScope(run, scope))).toEqual(scope);
  expect(parseScope(run, 'nowhere')).toEqual({ kind: 'flow' });
  expect(parseScope(run, stepId(run, each))).toEqual({ kind: 'step', step: each });
});

test('should lead from the flow to an item', () => {
  const { run, tree, both, each, second } = sample();
  const item = { kind: 'frame', frame: run.stepFrame[second] ?? -1 } as const;

  expect(scopesAround(tree, item)).toEqual([
    { kind: 'flow' },
    { kind: 'step', step: both },
    { kind: 'frame', frame: run.stepFrame[each] },
    { kind: 'step', step: each },
    item,
  ]);
});

test('should contain the steps of inner frames only', () => {
  const { tree, both, a, each, first, second } = sample();
  const scope = { kind: 'step', step: each } as const;

  expect([...(stepsInScope(tree, scope) ?? [])]).toEqual([0, 0, 1, 1, 1]);
  expect([both, a, each, first, second].map((step) => isInScope(tree, scope, step))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(stepsInScope(tree, { kind: 'flow' })).toBeNull();
  expect(innerScope(tree, a)).toBeNull();
  expect(innerScope(tree, both)).toEqual({ kind: 'step', step: both });
});

test('should draw the machine of a part', () => {
  const { run, both, each, first } = sample();
  const names = (scope: Parameters<typeof machineOfScope>[2]) =>
    machineOfScope(machine, run, scope).nodes.map((node) => node.name);

  expect(names({ kind: 'flow' })).toEqual(['Both']);
  expect(names({ kind: 'step', step: both })).toEqual(['Both']);
  expect(names({ kind: 'step', step: each })).toEqual(['Look', 'Ask']);
  expect(names({ kind: 'frame', frame: run.stepFrame[first] ?? -1 })).toEqual(['Look', 'Ask']);
});

test('should find the machine of a child of a distributed Map by its states', () => {
  const history = new History().fact(0);
  history.begin('/', 'Look', 'Pass');
  const tree = frameTree(readRun(history.data));

  expect(machineOfRun(machine, tree).nodes.map((node) => node.name)).toEqual(['Look', 'Ask']);
  expect(machineOfRun(machine, sample().tree)).toBe(machine);
});

test('should read what a Human state asks for', () => {
  const path = [
    { state: 'Both', child: '1' },
    { state: 'Each', child: '17' },
  ];
  const inner = stateBody(DEFINITION, path, 'Ask');

  expect(humanTaskOf(inner)).toMatchObject({
    outcomes: ['yes', 'no'],
    isApproval: true,
    isOptional: false,
  });
  // The child of a distributed Map does not tell where its machine is.
  expect(stateBody(DEFINITION, [], 'Ask')).toBe(inner);
  expect(isDistributed(stateBody(DEFINITION, [{ state: 'Both', child: '1' }], 'Each'))).toBe(true);
  expect(humanTaskOf({ Type: 'Human' })?.outcomes).toEqual(['completed']);
  expect(humanTaskOf({ Type: 'Pass' })).toBeNull();
  expect(stateBody(DEFINITION, [], 'None')).toBeNull();
});

test('should find the node of each step', () => {
  const { run } = sample();
  const nodes = nodeIndex(run, machine);

  const found = [...nodes.ofStep].map((node) => nodes.ids[node]);
  expect(found).toEqual([
    'Both',
    'Both/0/A',
    'Both/1/Each',
    'Both/1/Each/*/Look',
    'Both/1/Each/*/Look',
  ]);
  expect(found).toEqual(
    found.map((_, step) =>
      nodeIdOf(
        framePath(run.frames[run.stepFrame[step] ?? 0] ?? '/'),
        stateName(run, step),
        machine,
      ),
    ),
  );
});
