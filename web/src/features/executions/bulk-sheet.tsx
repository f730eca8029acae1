import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
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
import { BulkPreview, JobProgress } from '../../ui/bulk-job';
import { Sheet } from '../../ui/dialog';
import { ErrorState } from '../../ui/states';
import { BulkFields } from './bulk-fields';

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
        <JobProgress job={start.data} />
      ) : count.isError ? (
        <ErrorState
          title={t('bulk.countFailed')}
          error={count.error}
          onRetry={() => void count.refetch()}
        />
      ) : (
        <>
          {count.data ? (
            <BulkPreview
              count={count.data}
              applicable={applicable}
              effect={t(`bulk.effect.${action}`)}
            />
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
