import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { Job } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { useBusy } from '../../ui/busy';
import { Sheet } from '../../ui/dialog';
import { GuardedButton } from '../../ui/guarded-button';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { Time } from '../../ui/time';
import { useToast } from '../../ui/toast';
import { jobsQuery } from './queries';

const COLUMNS = {
  gridTemplateColumns:
    'minmax(150px, 1fr) 110px minmax(150px, 1fr) 110px 90px minmax(120px, 1fr) 110px 90px',
};

/** Work on many executions at once, with its progress. */
export function JobsTab() {
  const { t, locale } = useText();
  const jobs = useQuery(jobsQuery);
  const [ending, setEnding] = useState<Job | null>(null);
  if (jobs.isPending) return <SkeletonRows rows={6} />;
  if (jobs.isError)
    return (
      <ErrorState title={t('jobs.failed')} error={jobs.error} onRetry={() => void jobs.refetch()} />
    );
  if (jobs.data.length === 0)
    return (
      <EmptyState title={t('jobs.none')}>
        <p>{t('jobs.noneAdvice')}</p>
      </EmptyState>
    );
  return (
    <div className="settings-scroll" tabIndex={0} role="region" aria-label={t('settings.jobs')}>
      <div role="table" aria-label={t('settings.jobs')} className="settings-table wide">
        <div role="row" className="grid-head" style={COLUMNS}>
          {['action', 'status', 'progress', 'done', 'refused', 'by', 'created', 'actions'].map(
            (column) => (
              <span
                key={column}
                role="columnheader"
                className={column === 'done' || column === 'refused' ? 'num' : undefined}
              >
                {t(`jobs.column.${column}`)}
              </span>
            ),
          )}
        </div>
        {jobs.data.map((job) => (
          <div role="row" key={job.id} className="grid-row" style={COLUMNS}>
            <span role="cell" className="font-medium">
              {t(`jobs.action.${job.action}`)}
            </span>
            <span role="cell" className={job.status === 'FAILED' ? 'text-bad' : ''}>
              {t(`jobs.status.${job.status}`)}
            </span>
            <span role="cell" title={job.problem ?? undefined}>
              {job.problem ? (
                <span className="text-bad">{job.problem}</span>
              ) : (
                <Progress job={job} />
              )}
            </span>
            <span role="cell" className="num">
              {job.done.toLocaleString(locale)}
            </span>
            <span role="cell" className="num">
              {job.refused.toLocaleString(locale)}
            </span>
            <span role="cell" className="text-muted" title={job.createdBy}>
              {job.createdBy}
            </span>
            <span role="cell" className="text-muted">
              <Time at={job.createdAt} />
            </span>
            <span role="cell">
              {job.status === 'RUNNING' && (
                <GuardedButton
                  permission="OPERATE"
                  className="btn small"
                  onClick={() => setEnding(job)}
                >
                  {t('jobs.cancel')}
                </GuardedButton>
              )}
            </span>
          </div>
        ))}
      </div>
      {ending && <CancelSheet job={ending} onClose={() => setEnding(null)} />}
    </div>
  );
}

function Progress({ job }: { job: Job }) {
  const { t } = useText();
  const { total } = job;
  if (total === null || total === undefined)
    return <span className="label">{t('jobs.counting')}</span>;
  const reached = Math.min(total, job.done + job.refused);
  return (
    <span
      className="usage-bar"
      role="progressbar"
      aria-label={t('jobs.column.progress')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={reached}
    >
      <span style={{ width: `${total === 0 ? 100 : (reached / total) * 100}%` }} />
    </span>
  );
}

function CancelSheet({ job, onClose }: { job: Job; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const [cancel, isBusy] = useBusy(async () => {
    try {
      await call(`/api/jobs/${encodeURIComponent(job.id)}/cancel`, {
        method: 'POST',
        change: 'job.cancel',
      });
      await cache.invalidateQueries({ queryKey: queryKeys.jobs });
      onClose();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <Sheet
      title={t('jobs.cancelTitle')}
      open
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn primary"
            aria-disabled={isBusy}
            onClick={() => void cancel()}
          >
            {t('jobs.cancelNow')}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        </>
      }
    >
      <p className="leading-5">
        {t('jobs.cancelEffect', {
          done: job.done,
          rest: Math.max(0, (job.total ?? job.done) - job.done - job.refused),
        })}
      </p>
    </Sheet>
  );
}
