import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/client';
import { useText } from '../../i18n/i18n';
import { PERIODS, periodOf } from '../../model/overview/period';
import { Icon } from '../../ui/icons';
import { ErrorState } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { AttentionPanel } from './attention/attention-panel';
import { DurationChart } from './charts/duration-chart';
import { StartsChart } from './charts/starts-chart';
import './overview.css';
import { Capacity } from './panels/capacity';
import { ChartSkeleton } from './panels/chart-skeleton';
import { MostFailures, SlowestSteps } from './panels/rankings';
import { Welcome } from './panels/welcome';
import { statsQuery, summaryQuery } from './queries';
import { useAttention } from './use-attention';

/** What needs attention, how executions went lately, and what executes and waits now. */
export function OverviewPage() {
  const { t } = useText();
  useTitle(t('nav.overview'));
  const period = periodOf(useSearch({ from: '/' }).period);
  const navigate = useNavigate({ from: '/' });
  const stats = useQuery(statsQuery(period));
  const summary = useQuery(summaryQuery);
  const attention = useAttention(period);
  const [cursor, setCursor] = useState<number | null>(null);
  const isFresh = summary.data?.flows === 0 && summary.data.archived === 0;
  const isForbidden = stats.error instanceof ApiError && stats.error.status === 403;
  const data = stats.data;
  const open = (index: number) => {
    const bucket = data?.buckets[index];
    if (!bucket) return;
    const from = Date.parse(bucket.at);
    const to = new Date(from + data.bucketSeconds * 1_000);
    void navigate({
      to: '/executions',
      search: { from: new Date(from).toISOString(), to: to.toISOString() },
    });
  };
  // The old period stays until the numbers of the new one have come.
  const chart = data && {
    period: periodOf(data.window),
    stats: data,
    cursor,
    onCursor: setCursor,
    onOpen: open,
  };
  return (
    <>
      <header className="page-head">
        <h1>{t('nav.overview')}</h1>
        {!isForbidden && (
          <>
            <span className="label ml-auto ov-compared">{t('overview.compared')}</span>
            <span className="select">
              <select
                aria-label={t('overview.period')}
                value={period}
                onChange={(event) =>
                  void navigate({
                    search: {
                      period: event.target.value === '24h' ? undefined : event.target.value,
                    },
                    replace: true,
                  })
                }
              >
                {PERIODS.map((one) => (
                  <option key={one} value={one}>
                    {t(`overview.period.${one}`)}
                  </option>
                ))}
              </select>
              <Icon of={ChevronDown} size="s" />
            </span>
          </>
        )}
      </header>
      <div className="ov-scroll">
        {isForbidden ? (
          <ErrorState title="" error={stats.error} onRetry={() => void stats.refetch()} />
        ) : (
          <div className="ov">
            {isFresh && <Welcome />}
            <AttentionPanel
              rows={attention.rows}
              unread={attention.unread}
              onRetry={attention.retry}
            />
            {chart ? (
              <>
                <StartsChart {...chart} />
                <DurationChart {...chart} />
              </>
            ) : stats.isError && !data ? (
              <section className="panel w12" aria-label={t('overview.duration')}>
                <ErrorState
                  title={t('overview.failedTitle')}
                  error={stats.error}
                  onRetry={() => void stats.refetch()}
                />
              </section>
            ) : (
              <>
                <ChartSkeleton />
                <ChartSkeleton />
              </>
            )}
            <MostFailures period={period} />
            <SlowestSteps period={period} />
            <Capacity />
          </div>
        )}
      </div>
    </>
  );
}
