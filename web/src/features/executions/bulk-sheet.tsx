import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { Job, MatchCount } from '../../api/types';
import { useText } from '../../i18n/i18n';
import {
  applicableOf,
  bulkRequest,
  EMPTY_FORM,
  problemOf,
  type BulkAction,
} from '../../model/executions/bulk';
import type { ExecutionFilter } from '../../model/executions/filter';
import type { Selection } from '../../model/executions/selection';
import { Sheet } from '../../ui/dialog';
import { ErrorState } from '../../ui/states';
import { Status } from '../../ui/status';
import { BulkFields } from './bulk-fields';

const POLL_MS = 500;

/** What a bulk action would do, its options, and the progress of its job. */
export function BulkSheet({
  action,
  filter,
  readAt,
  selection,
  onClose,
}: {
  action: BulkAction;
  filter: ExecutionFilter;
  readAt: number;
  selection: Selection;
  onClose: (isDone: boolean) => void;
}) {
  const { t } = useText();
  const [form, setForm] = useState(EMPTY_FORM);
  const request = () => bulkRequest(action, form, selection, filter, readAt);
  const count = useQuery({
    queryKey: ['bulk-count', action, selection.all ? filter : [...selection.ids], readAt],
    retry: false,
    queryFn: ({ signal }) =>
      call<MatchCount>('/api/flows/executions/bulk', {
        method: 'POST',
        signal,
        body: {
          ...bulkRequest(action, { ...EMPTY_FORM, event: 'x' }, selection, filter, readAt),
          dryRun: true,
        },
      }),
  });
  const start = useMutation({
    mutationFn: () => call<Job>('/api/flows/executions/bulk', { method: 'POST', body: request() }),
  });
  const problem = problemOf(action, form);
  const applicable = count.data ? applicableOf(action, count.data.byStatus) : 0;
  const name = t(`bulk.name.${action}`);
  return (
    <Sheet
      title={t('bulk.sheet', { action: name })}
      open
      onClose={() => onClose(start.isSuccess)}
      footer={
        start.data ? (
          <button type="button" className="btn primary" onClick={() => onClose(true)}>
            {t('action.close')}
          </button>
        ) : (
          <>
            <button
              type="button"
              className="btn primary"
              disabled={applicable === 0 || problem !== undefined || start.isPending}
              onClick={() => start.mutate()}
            >
              {t('bulk.do', { action: name, count: applicable })}
            </button>
            <button type="button" className="btn" onClick={() => onClose(false)}>
              {t('bulk.back')}
            </button>
          </>
        )
      }
    >
      {start.data ? (
        <Progress job={start.data} />
      ) : count.isError ? (
        <ErrorState
          title={t('bulk.countFailed')}
          error={count.error}
          onRetry={() => void count.refetch()}
        />
      ) : (
        <>
          {count.data ? (
            <Preview action={action} count={count.data} applicable={applicable} />
          ) : (
            <div className="skeleton" role="status" aria-label={t('state.loading')} />
          )}
          <BulkFields action={action} form={form} onChange={setForm} />
          {problem && <p className="label">{t(problem)}</p>}
          {start.error && (
            <p className="text-bad" role="alert">
              {start.error.message}
            </p>
          )}
        </>
      )}
    </Sheet>
  );
}

function Preview({
  action,
  count,
  applicable,
}: {
  action: BulkAction;
  count: MatchCount;
  applicable: number;
}) {
  const { t } = useText();
  const skipped = count.matches - applicable;
  return (
    <section className="grid gap-3" aria-label={t('bulk.preview')}>
      <p className="bulk-count">
        {t(count.atLeast ? 'bulk.countAtLeast' : 'bulk.count', { count: applicable })}
      </p>
      <p className="text-muted">{t(`bulk.effect.${action}`)}</p>
      {skipped > 0 && <p className="text-muted">{t('bulk.skipped', { count: skipped })}</p>}
      <ul className="bulk-sample">
        {count.sample.map((one) => (
          <li key={one.id}>
            <Status status={one.status} iconOnly />
            <bdi className="clip">{one.flow}</bdi>
            <bdi className="mono clip">{one.businessKey ?? `…${one.id.slice(-8)}`}</bdi>
          </li>
        ))}
        {count.matches > count.sample.length && (
          <li className="label">
            {t('bulk.more', { count: count.matches - count.sample.length })}
          </li>
        )}
      </ul>
    </section>
  );
}

function Progress({ job }: { job: Job }) {
  const { t } = useText();
  const current =
    useQuery({
      queryKey: queryKeys.job(job.id),
      initialData: job,
      refetchInterval: (query) => (query.state.data?.status === 'RUNNING' ? POLL_MS : false),
      queryFn: ({ signal }) => call<Job>(`/api/jobs/${job.id}`, { signal }),
    }).data ?? job;
  const stop = useMutation({
    mutationFn: () => call<Job>(`/api/jobs/${job.id}/cancel`, { method: 'POST' }),
  });
  const handled = current.done + current.refused;
  return (
    <section className="grid gap-3" aria-live="polite">
      <p className="bulk-count">{t(`bulk.job.${current.status}`)}</p>
      <progress className="bulk-progress" value={handled} max={current.total ?? undefined} />
      <p className="text-muted">
        {t('bulk.progress', {
          done: current.done,
          refused: current.refused,
          total: current.total ?? handled,
        })}
      </p>
      {current.problem && <p className="text-bad">{current.problem}</p>}
      {current.status === 'RUNNING' && (
        <button
          type="button"
          className="btn justify-self-start"
          disabled={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {t('bulk.stop')}
        </button>
      )}
      <p className="label">{t('bulk.continues')}</p>
    </section>
  );
}
