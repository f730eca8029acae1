import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Execution } from '../../../api/types';
import { FlowCanvas } from '../../../canvas/flow-canvas';
import { useText } from '../../../i18n/i18n';
import { graphOf } from '../../../model/flow/graph';
import { readDefinition } from '../../../model/flow/read';
import type { AlignedRow } from '../../../model/run/compare';
import { comparedNodes, nodeOfStep } from '../../../model/run/compared-nodes';
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
  const { runs, changes } = useMemo(
    () => comparedNodes(rows, side, machine),
    [rows, side, machine],
  );
  const step = selected?.[side] ?? null;
  const name = execution.businessKey ?? `…${execution.id.slice(-12)}`;
  return (
    <FlowCanvas
      machine={machine}
      title={`${t(side === 'left' ? 'compare.there' : 'compare.here')}: ${name}`}
      direction="down"
      runs={runs}
      changes={changes}
      selected={step ? nodeOfStep(step, machine) : null}
      onSelect={(node) => {
        const row = rows.find((one) => {
          const own = one[side];
          return own !== null && nodeOfStep(own, machine) === node;
        });
        if (row) onSelect(row);
      }}
    />
  );
}
