import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../api/client';
import { queryKeys } from '../api/query-keys';
import type { Job, MatchCount } from '../api/types';
import { useText } from '../i18n/i18n';
import './bulk-job.css';
import { Status } from './status';

const POLL_MS = 500;

const jobPath = (id: string) => `/api/jobs/${encodeURIComponent(id)}`;

/** How many executions a bulk action changes, what it does to them, and a sample. */
export function BulkPreview({
  count,
  applicable,
  effect,
}: {
  count: MatchCount;
  /** Those of the counted that the action changes; it skips the others. */
  applicable: number;
  effect: string;
}) {
  const { t } = useText();
  const skipped = count.matches - applicable;
  return (
    <section className="grid gap-3" aria-label={t('bulk.preview')}>
      <p className="bulk-count">
        {t(count.atLeast ? 'bulk.countAtLeast' : 'bulk.count', { count: applicable })}
      </p>
      <p className="text-muted">{effect}</p>
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

/** The progress of a job, which can be stopped while it runs. */
export function JobProgress({ job }: { job: Job }) {
  const { t } = useText();
  const current =
    useQuery({
      queryKey: queryKeys.job(job.id),
      initialData: job,
      refetchInterval: (query) => (query.state.data?.status === 'RUNNING' ? POLL_MS : false),
      queryFn: ({ signal }) => call<Job>(jobPath(job.id), { signal }),
    }).data ?? job;
  const stop = useMutation({
    mutationFn: () =>
      call<Job>(`${jobPath(job.id)}/cancel`, { method: 'POST', change: 'bulk.stop' }),
  });
  const handled = current.done + current.refused;
  return (
    <section className="grid gap-3" aria-live="polite">
      <p className="bulk-count">{t(`bulk.job.${current.status}`)}</p>
      <progress
        className="bulk-progress"
        aria-label={t('bulk.progressOf')}
        value={handled}
        max={current.total ?? undefined}
      />
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
