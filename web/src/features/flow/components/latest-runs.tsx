import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Flow } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Status } from '../../../ui/status';
import { Duration, Time } from '../../../ui/time';
import { latestQuery } from '../queries';

/** The newest executions with the reason of those that failed. */
export function LatestRuns({ flow, total }: { flow: Flow; total: number | undefined }) {
  const { t, locale } = useText();
  const list = useQuery(latestQuery(flow.code));
  const rows = list.data?.items ?? [];
  return (
    <section className="panel overflow-hidden self-start" aria-label={t('flow.latest')}>
      <header>
        <h2 className="panel-title">{t('flow.latest')}</h2>
        {rows.length > 0 && (
          <Link to="/executions" search={{ flow: flow.code }} className="under ml-auto text-muted">
            {total
              ? t('flow.allRunsCount', { count: new Intl.NumberFormat(locale).format(total) })
              : t('flow.allRuns')}
          </Link>
        )}
      </header>
      {list.isError && rows.length === 0 && (
        <p className="px-4 pb-4 text-bad">{list.error.message}</p>
      )}
      {list.isSuccess && rows.length === 0 && (
        <p className="px-4 pb-4 text-muted">{t('flow.noRuns')}</p>
      )}
      <ul>
        {rows.map((run) => (
          <li key={run.id} className="latest-run">
            <Status status={run.status} />
            <Link to="/executions/$id" params={{ id: run.id }} className="mono clip">
              {run.businessKey ?? `…${run.id.slice(-8)}`}
            </Link>
            <span className="clip reason" title={run.cause ?? undefined}>
              {run.error ? (
                <>
                  <code className="mono text-bad">{run.error}</code>{' '}
                  <span className="text-muted">{run.cause}</span>
                </>
              ) : (
                <span className="text-muted">v{run.version}</span>
              )}
            </span>
            <span className="num">
              <Duration start={run.startedAt} end={run.endedAt} />
            </span>
            <span className="num text-muted when">
              <Time at={run.startedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
