import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { createViewLink } from '../../../canvas/link';
import type { Flow, FlowDiff, FlowStats, FlowVersion } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { changesBySide, nodeBefore, nodeOfPath } from '../../../model/flow/changes';
import { graphOf } from '../../../model/flow/graph';
import { readDefinition } from '../../../model/flow/read';
import { diffLines } from '../../../model/flow/text-diff';
import { DRAFT, versionQuery } from '../queries';
import { ChangeDetail } from './changes';
import { DiffText } from './diff-text';
import { Side } from './side';
import { Toolbar } from './toolbar';

const FlowCanvas = lazy(() =>
  import('../../../canvas/flow-canvas').then((module) => ({ default: module.FlowCanvas })),
);

export interface ViewChange {
  from?: string;
  to?: string;
  change?: string | undefined;
  link?: string | undefined;
  act?: string | undefined;
}

/** The two definitions as graphs that move together, as words and as text. */
export function Comparison({
  flow,
  versions,
  stats,
  from,
  to,
  diff,
  error,
  change,
  isLinked,
  onChange,
}: {
  flow: Flow;
  versions: readonly FlowVersion[];
  stats: FlowStats | undefined;
  from: string;
  to: string;
  diff: FlowDiff | undefined;
  error: Error | null;
  change: string | undefined;
  isLinked: boolean;
  onChange: (change: ViewChange) => void;
}) {
  const { t } = useText();
  const before = useSource(flow, from);
  const after = useSource(flow, to);
  const [link] = useState(createViewLink);
  const graphs = useMemo(
    () => [graphOf(readDefinition(before)), graphOf(readDefinition(after))] as const,
    [before, after],
  );
  const rows = useMemo(() => diffLines(before, after), [before, after]);
  const states = useMemo(() => diff?.diff.states ?? [], [diff]);
  const sides = useMemo(() => changesBySide(states), [states]);
  const at = Math.max(
    0,
    states.findIndex((state) => state.path === change),
  );
  const current = states[at];
  const selected = [
    current && current.kind !== 'ADDED' ? nodeBefore(current) : null,
    current && current.kind !== 'REMOVED' ? nodeOfPath(current.path) : null,
  ] as const;
  const choose = (node: string) => {
    const found = states.find((one) => nodeOfPath(one.path) === node || nodeBefore(one) === node);
    if (found) onChange({ change: found.path });
  };
  const name = (version: string) => (version === DRAFT ? t('version.draft') : `v${version}`);
  return (
    <>
      <Toolbar
        options={[DRAFT, ...versions.map((version) => String(version.number))]}
        from={from}
        to={to}
        diff={diff}
        at={at}
        isLinked={isLinked}
        onChange={onChange}
      />
      {error && (
        <p role="alert" className="px-6 py-2 text-bad">
          {error.message}
        </p>
      )}
      <div
        className="flex-1 min-h-0 overflow-auto"
        tabIndex={0}
        role="region"
        aria-label={t('versions.comparison')}
      >
        <div className="version-halves">
          {[from, to].map((version, i) => (
            <Side
              key={i}
              flow={flow}
              name={version}
              version={versions.find((one) => String(one.number) === version)}
              stats={stats}
              onActivate={() => onChange({ act: `activate-${version}` })}
            />
          ))}
        </div>
        <div className="version-halves version-canvases">
          <Suspense fallback={<div />}>
            {graphs.map((machine, i) => (
              <FlowCanvas
                key={`${i} ${i === 0 ? from : to}`}
                machine={machine}
                title={name(i === 0 ? from : to)}
                direction="right"
                {...(sides[i] ? { changes: sides[i] } : {})}
                selected={selected[i] ?? null}
                center={selected[i] ?? selected[1 - i] ?? null}
                link={isLinked ? link : null}
                onSelect={choose}
              />
            ))}
          </Suspense>
        </div>
        {diff && (
          <ChangeDetail
            diff={diff}
            current={current}
            onChoose={(path) => onChange({ change: path })}
          />
        )}
        <DiffText rows={rows} state={current?.state ?? null} />
      </div>
    </>
  );
}

function useSource(flow: Flow, name: string): string {
  const version = useQuery(versionQuery(flow.code, name === DRAFT ? 0 : Number(name)));
  return name === DRAFT ? (flow.draft.source ?? '') : (version.data?.source ?? '');
}
