import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FlowCanvas } from '../../../canvas/flow-canvas';
import type { Execution, Step } from '../../../api/types';
import { graphOf, nodeIdOf } from '../../../model/flow/graph';
import { readDefinition } from '../../../model/flow/read';
import { nodeRuns } from '../../../model/run/node-runs';
import { framePath } from '../../../model/run/outline';
import { usePlanMarks } from '../plan';
import { sourceQuery } from '../queries';

/** The graph of the version that the execution runs, with what happened at each state. */
export function RunCanvas({
  execution,
  steps,
  selected,
  onSelect,
}: {
  execution: Execution;
  steps: readonly Step[];
  selected: Step | null;
  onSelect: (step: string) => void;
}) {
  const source = useQuery(sourceQuery(execution.flow, execution.version));
  const machine = useMemo(() => graphOf(readDefinition(source.data ?? '')), [source.data]);
  const runs = useMemo(() => nodeRuns(steps, machine, Date.now()), [steps, machine]);
  const plan = usePlanMarks(machine);
  const idOf = (step: Step) => nodeIdOf(framePath(step.frame), step.state, machine);
  return (
    <FlowCanvas
      machine={machine}
      title={execution.flow}
      direction="down"
      runs={runs}
      plan={plan}
      selected={selected ? idOf(selected) : null}
      onSelect={(node) => {
        const step = steps.findLast((one) => idOf(one) === node);
        if (step) onSelect(step.step);
      }}
    />
  );
}
