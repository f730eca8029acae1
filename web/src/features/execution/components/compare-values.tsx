import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { Execution } from '../../../api/types';
import { NodeIcon } from '../../../canvas/node-icon';
import { useText } from '../../../i18n/i18n';
import { STATE_TYPES } from '../../../model/flow/graph';
import type { AlignedRow, ComparedStep } from '../../../model/run/compare';
import { diffValues } from '../../../model/run/value-diff';
import { formatDuration } from '../../../model/time/duration';
import { CopyButton } from '../../../ui/copy';
import { Status } from '../../../ui/status';
import { ValueDiff } from '../../../ui/value-diff';
import { comparedStepQuery } from '../compare-queries';

/** One aligned step: what it got and what it gave in both executions, as a difference. */
export function CompareValues({
  left,
  right,
  row,
}: {
  left: Execution;
  right: Execution;
  row: AlignedRow | null;
}) {
  const { t } = useText();
  const before = useQuery(comparedStepQuery(left.id, row?.left?.step));
  const after = useQuery(comparedStepQuery(right.id, row?.right?.step));
  if (!row)
    return <section className="run-detail p-4 text-muted">{t('execution.noSteps')}</section>;
  const a = row.left ? before.data?.step : undefined;
  const b = row.right ? after.data?.step : undefined;
  const isLoading = (row.left !== null && !a) || (row.right !== null && !b);
  const type = STATE_TYPES.find((one) => one === row.type) ?? 'Task';
  return (
    <section className="run-detail" aria-label={t('compare.detail')}>
      <header className="flex items-center gap-2.5 h-14 pl-4 pr-3 flex-none">
        <span className="tile">
          <NodeIcon type={type} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="clip" style={{ font: '600 14px/20px var(--font-ui)' }}>
            {row.state}
          </h2>
          <div className="label clip">{row.type}</div>
        </div>
      </header>
      <div className="overflow-auto flex-1 min-h-0" tabIndex={0}>
        <table className="compare-facts">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('compare.fact')}</span>
              </th>
              <th scope="col">{t('compare.there')}</th>
              <th scope="col">{t('compare.here')}</th>
            </tr>
          </thead>
          <tbody>
            <Fact
              name={t('compare.status')}
              row={row}
              of={(step) => <Status status={step.status} />}
            />
            <Fact
              name={t('compare.took')}
              row={row}
              of={(step) => (step.tookMs === null ? '' : formatDuration(step.tookMs))}
            />
            <Fact name={t('compare.attempts')} row={row} of={(step) => step.attempts} />
            {(row.left?.error || row.right?.error) && (
              <Fact
                name={t('execution.error')}
                row={row}
                of={(step) => <code className="mono text-bad">{step.error || '–'}</code>}
              />
            )}
          </tbody>
        </table>
        {isLoading ? (
          <div className="skeleton m-4" />
        ) : (
          <>
            <Value name={t('step.input')} left={a?.input} right={b?.input} />
            <Value name={t('step.output')} left={a?.output} right={b?.output} />
          </>
        )}
      </div>
    </section>
  );
}

function Fact({
  name,
  row,
  of,
}: {
  name: string;
  row: AlignedRow;
  of: (step: ComparedStep) => ReactNode;
}) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{row.left ? of(row.left) : '–'}</td>
      <td>{row.right ? of(row.right) : '–'}</td>
    </tr>
  );
}

function Value({ name, left, right }: { name: string; left: unknown; right: unknown }) {
  const { t } = useText();
  const { differing, total } = useMemo(() => diffValues(left, right), [left, right]);
  if ((left ?? null) === null && (right ?? null) === null) return null;
  return (
    <>
      <div className="flex items-center gap-2 px-4 pt-3 pb-1">
        <h3>{name}</h3>
        <b className="ml-auto font-semibold">
          {differing === 0 ? t('compare.equal') : t('compare.differ', { differing, total })}
        </b>
        <CopyButton text={JSON.stringify({ there: left, here: right }, null, 2)} what={name} />
      </div>
      <ValueDiff left={left ?? undefined} right={right ?? undefined} />
    </>
  );
}
