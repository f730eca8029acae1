import { useMemo } from 'react';
import { FlowCanvas } from '../../../canvas/flow-canvas';
import type { Execution } from '../../../api/types';
import type { Machine } from '../../../model/flow/graph';
import { latestVisit, nodeIndex, nodeRuns } from '../../../model/run/node-runs';
import { stepId } from '../../../model/run/run';
import { useNow } from '../../../ui/time';
import { usePlanMarks } from '../plan';
import type { RunView } from '../use-run-view';

/** The graph of the version that the execution runs, with what had happened at each state. */
export function RunCanvas({
  execution,
  machine,
  view,
  onSelect,
}: {
  execution: Execution;
  machine: Machine;
  view: RunView;
  onSelect: (step: string) => void;
}) {
  const { run, tree, shown, moment, selected } = view;
  const plan = usePlanMarks(machine);
  const nodes = useMemo(() => nodeIndex(run, machine), [run, machine]);
  // Durations of open steps follow the clock only while the view is live.
  const hasOpenSteps = shown.countOf('RUNNING') + shown.countOf('PENDING') > 0;
  const second = useNow();
  const now = moment !== null ? shown.at : hasOpenSteps ? second - run.startedAt : shown.at;
  const runs = useMemo(() => nodeRuns(tree, nodes, shown, now), [tree, nodes, shown, now]);
  const node = selected ? nodes.ofStep[selected.index] : undefined;
  return (
    <FlowCanvas
      machine={machine}
      title={execution.flow}
      direction="down"
      runs={runs}
      plan={plan}
      selected={node === undefined ? null : (nodes.ids[node] ?? null)}
      onSelect={(id) => {
        const step = latestVisit(nodes, shown, id);
        if (step >= 0) onSelect(stepId(run, step));
      }}
    />
  );
}
