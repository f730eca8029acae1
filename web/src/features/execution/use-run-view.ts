import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { failedStepOf, frameTree, type FrameTree } from '../../model/run/frames';
import type { Machine } from '../../model/flow/graph';
import type { Moment } from '../../model/run/moment';
import { nodeIndex, type NodeIndex } from '../../model/run/node-runs';
import { runStateAt, type Replay, type RunState } from '../../model/run/replay';
import { readRun, stepOf, type Run } from '../../model/run/run';
import { machineOfRun } from '../../model/run/scope';
import { stepInfo, type StepInfo } from '../../model/run/step-info';
import { runQuery } from './queries';
import { useTravel, type Travel } from './use-travel';

/** What all parts of the page show: a run, its end, and the shown moment of it. */
export interface RunView {
  run: Run;
  tree: FrameTree;
  /** The end of the known history. */
  end: RunState;
  /** The shown moment, which is the end unless the user went back. */
  shown: RunState;
  moment: Moment | null;
  /** The machine that the execution runs, and its node of each step. */
  machine: Machine;
  nodes: NodeIndex;
  selected: StepInfo | null;
  /** The step that explains why the execution failed. */
  failed: StepInfo | null;
  travel: Travel;
}

const NOTHING: Replay = {
  run: readRun({
    seq: 0,
    statuses: [],
    states: [],
    types: [],
    errors: [],
    frames: [],
    steps: { index: [], frame: [], visit: [], state: [] },
    entries: { seq: [], step: [], status: [], attempt: [], at: [], began: [], error: [] },
  }),
  checkpoints: [],
};

/** Returns the latest open step; the latest of all if none is open. */
function currentStep(state: RunState): number {
  for (let step = state.stepCount - 1; step >= 0; step--) if (state.isOpen(step)) return step;
  return state.stepCount - 1;
}

/** Reads a run and shows the moment and the step of the URL. */
export function useRunView(
  id: string,
  hasEnded: boolean,
  flow: { machine: Machine; isItem: boolean; hasFailed: boolean },
) {
  const query = useQuery(runQuery(id));
  const replayed = query.data ?? NOTHING;
  const { run } = replayed;
  const { step: wanted } = useSearch({ from: '/executions/$id' });
  const travel = useTravel(run, hasEnded);
  const tree = useMemo(() => frameTree(run), [run]);
  const { machine: whole, isItem, hasFailed } = flow;
  const machine = useMemo(
    () => (isItem ? machineOfRun(whole, tree) : whole),
    [whole, isItem, tree],
  );
  const nodes = useMemo(() => nodeIndex(run, machine), [run, machine]);
  const end = useMemo(() => runStateAt(replayed, run.eventCount), [replayed, run]);
  const events = travel.moment?.events ?? run.eventCount;
  const shown = useMemo(() => runStateAt(replayed, events), [replayed, events]);
  const failedIndex = useMemo(() => failedStepOf(tree, end), [tree, end]);
  const wantedIndex = useMemo(() => (wanted ? stepOf(run, wanted) : -1), [run, wanted]);
  const isPast = travel.moment !== null;
  const index =
    wantedIndex >= 0
      ? wantedIndex
      : !isPast && hasFailed && failedIndex >= 0
        ? failedIndex
        : currentStep(shown);
  const selected = useMemo(() => stepInfo(shown, index), [shown, index]);
  const failed = useMemo(() => stepInfo(end, failedIndex), [end, failedIndex]);
  const view: RunView = {
    run,
    tree,
    end,
    shown,
    moment: travel.moment,
    machine,
    nodes,
    selected,
    failed,
    travel,
  };
  return { view, query };
}
