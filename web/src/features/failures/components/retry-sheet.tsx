import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys';
import type { Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { applicableOf } from '../../../model/executions/bulk';
import { EMPTY_RETRY, retryProblem, retryRequest } from '../../../model/failures/retry';
import { BulkPreview, JobProgress } from '../../../ui/bulk-job';
import { Sheet } from '../../../ui/dialog';
import { GuardedButton } from '../../../ui/guarded-button';
import { ErrorState } from '../../../ui/states';
import { countRetry, startRetry } from '../queries';
import type { FailuresUrl } from '../use-failures';
import { RetryFields } from './retry-fields';

/** Retries the executions of a family: counted first, then with the progress of the job. */
export function RetrySheet({
  family,
  url,
  onClose,
}: {
  family: Family;
  url: FailuresUrl;
  onClose: () => void;
}) {
  const { t } = useText();
  const cache = useQueryClient();
  const [form, setForm] = useState(EMPTY_RETRY);
  // What fails while the sheet is open was not counted, so it is not retried.
  const [to] = useState(() => new Date().toISOString());
  const from = family.series.from;
  const scope = { family: family.id, version: url.filter.version, from, to };
  const count = useQuery({
    queryKey: ['bulk-count', 'family', scope, form.mode],
    retry: false,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      countRetry(retryRequest(scope, { ...form, rate: '', reason: '' }), signal),
  });
  const start = useMutation({
    mutationFn: () => startRetry(retryRequest(scope, form)),
  });
  const close = () => {
    // How many are left to retry is known after the job.
    if (start.data) void cache.invalidateQueries({ queryKey: queryKeys.failures() });
    onClose();
  };
  const problem = retryProblem(form);
  const applicable = count.data ? applicableOf('retry', count.data.byStatus) : 0;
  const isBlocked = applicable === 0 || problem !== undefined || start.isPending;
  return (
    <Sheet
      title={t('failures.retry.title', { name: family.state || family.flowName })}
      open
      onClose={close}
      footer={
        start.data ? (
          <button type="button" className="btn primary" onClick={close}>
            {t('action.close')}
          </button>
        ) : (
          <>
            <GuardedButton
              permission="OPERATE"
              className="btn primary"
              objection={isBlocked ? t(problem ?? 'failures.nothingToRetry') : undefined}
              onClick={() => start.mutate()}
            >
              {t('failures.retry.do', { count: applicable })}
            </GuardedButton>
            <button type="button" className="btn" onClick={close}>
              {t('bulk.back')}
            </button>
          </>
        )
      }
    >
      {start.data ? (
        <JobProgress job={start.data} />
      ) : count.isError && !count.data ? (
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
              effect={t(`failures.retry.effect.${form.mode}`)}
            />
          ) : (
            <div
              className="skeleton family-counting"
              role="status"
              aria-label={t('state.loading')}
            />
          )}
          <RetryFields family={family} form={form} count={applicable} onChange={setForm} />
          {start.error && (
            <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
              {start.error.message}
            </p>
          )}
        </>
      )}
    </Sheet>
  );
}
