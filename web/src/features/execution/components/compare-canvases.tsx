import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Execution } from '../../../api/types';
import { FlowCanvas } from '../../../canvas/flow-canvas';
import { useText } from '../../../i18n/i18n';
import { graphOf, nodeIdOf, type Machine } from '../../../model/flow/graph';
import { readDefinition } from '../../../model/flow/read';
import type { AlignedRow, ComparedStep } from '../../../model/run/compare';
import { nodeRuns } from '../../../model/run/node-runs';
import { framePath } from '../../../model/run/outline';
import { sourceQuery } from '../queries';

/** Both graphs with what happened in them; what differs is marked on both. */
export function CompareCanvases({
  left,
  right,
  rows,
  selected,
  onSelect,
}: {
  left: Execution;
  right: Execution;
  rows: readonly AlignedRow[];
  selected: AlignedRow | null;
  onSelect: (row: AlignedRow) => void;
}) {
  return (
    <div className="compare-canvases">
      <Side execution={left} side="left" rows={rows} selected={selected} onSelect={onSelect} />
      <Side execution={right} side="right" rows={rows} selected={selected} onSelect={onSelect} />
    </div>
  );
}

const idOf = (step: ComparedStep, machine: Machine) =>
  nodeIdOf(framePath(step.frame), step.state, machine);

function Side({
  execution,
  side,
  rows,
  selected,
  onSelect,
}: {
  execution: Execution;
  side: 'left' | 'right';
  rows: readonly AlignedRow[];
  selected: AlignedRow | null;
  onSelect: (row: AlignedRow) => void;
}) {
  const { t } = useText();
  const source = useQuery(sourceQuery(execution.flow, execution.version));
  const machine = useMemo(() => graphOf(readDefinition(source.data ?? '')), [source.data]);
  const { runs, changes } = useMemo(() => {
    const steps = rows.flatMap((row) => (row[side] ? [row[side]] : []));
    const timed = steps.map((step) => ({
      ...step,
      startedAt: new Date(0).toISOString(),
      endedAt: new Date(step.tookMs ?? 0).toISOString(),
    }));
    const marks = new Map<string, string>();
    for (const row of rows) {
      const step = row[side];
      if (!step || row.differs.every((kind) => kind === 'duration')) continue;
      const mark = row.differs[0] === 'path' ? (row.left ? 'removed' : 'added') : 'changed';
      marks.set(idOf(step, machine), mark);
    }
    return { runs: nodeRuns(timed, machine, 0), changes: marks };
  }, [rows, side, machine]);
  const step = selected?.[side] ?? null;
  const name = execution.businessKey ?? `…${execution.id.slice(-12)}`;
  return (
    <FlowCanvas
      machine={machine}
      title={`${t(side === 'left' ? 'compare.there' : 'compare.here')}: ${name}`}
      direction="down"
      runs={runs}
      changes={changes}
      selected={step ? idOf(step, machine) : null}
      onSelect={(node) => {
        const row = rows.find((one) => {
          const own = one[side];
          return own !== null && idOf(own, machine) === node;
        });
        if (row) onSelect(row);
      }}
    />
  );
}
