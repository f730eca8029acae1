import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { compareRuns, type AlignedRow } from '../../../model/run/compare';
import { stepsOfOutline } from '../../../model/run/compared-outline';
import { ErrorState, SkeletonRows } from '../../../ui/states';
import { digestsQuery } from '../compare-queries';
import { executionQuery } from '../queries';
import { CompareHead } from './compare-head';
import { CompareRows } from './compare-rows';
import { CompareValues } from './compare-values';

const CompareCanvases = lazy(() =>
  import('./compare-canvases').then((module) => ({ default: module.CompareCanvases })),
);

/** Names the row of a step in the URL: a step of this execution, or of the other after a tilde. */
export const nameOfRow = (row: AlignedRow): string =>
  row.left ? row.left.step : `~${row.right?.step ?? ''}`;

/** Two executions side by side: the first divergence, the aligned steps, both graphs, the values. */
export function CompareView({
  execution,
  other,
  children,
}: {
  execution: Execution;
  other: string;
  children: ReactNode;
}) {
  const { t } = useText();
  const { step } = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  const second = useQuery(executionQuery(other));
  const left = useQuery(digestsQuery(execution.id));
  const right = useQuery(digestsQuery(other));
  const comparison = useMemo(
    () =>
      left.data && right.data
        ? compareRuns(stepsOfOutline(right.data), stepsOfOutline(left.data))
        : null,
    [left.data, right.data],
  );
  const failed = [second, left, right].find((query) => query.isError && !query.data);
  if (failed)
    return (
      <ErrorState
        title={t('compare.failed')}
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  if (!comparison || !second.data) return <SkeletonRows rows={12} />;
  const selected =
    comparison.rows.find((row) => nameOfRow(row) === step) ??
    comparison.first?.row ??
    comparison.rows[0] ??
    null;
  const select = (row: AlignedRow) =>
    void navigate({ search: (before) => ({ ...before, step: nameOfRow(row) }), replace: true });
  return (
    <>
      <CompareHead
        execution={execution}
        other={second.data}
        comparison={comparison}
        onSelect={select}
      />
      <div className="compare-body">
        <CompareRows rows={comparison.rows} selected={selected} onSelect={select} />
        <Suspense fallback={<div className="canvas" />}>
          <CompareCanvases
            left={second.data}
            right={execution}
            rows={comparison.rows}
            selected={selected}
            onSelect={select}
          />
        </Suspense>
        <CompareValues left={second.data} right={execution} row={selected} />
        {children}
      </div>
    </>
  );
}
