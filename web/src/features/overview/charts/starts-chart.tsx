import type { PeriodStats } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { formatRate, healthLevel } from '../../../model/flow/health';
import { areaPath, bucketX, linePath, valueY } from '../../../model/overview/chart';
import { formatChange } from '../../../model/overview/compare';
import { momentFormat, type Period } from '../../../model/overview/period';
import { ChartPanel, Figure } from './chart-panel';
import { PublicationMarks } from './marks';
import { TimeChart } from './time-chart';

export interface ChartProps {
  period: Period;
  stats: PeriodStats;
  cursor: number | null;
  onCursor: (index: number | null) => void;
  onOpen: (index: number) => void;
}

const MIN_BAR = 1.5;

/** Starts per bucket as a line, those that failed as bars at its foot. */
export function StartsChart({ period, stats, cursor, onCursor, onOpen }: ChartProps) {
  const { t, locale } = useText();
  const { buckets, total, lastWeek } = stats;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const format = momentFormat(period, locale);
  const time = (index: number) => format.format(Date.parse(buckets[index]?.at ?? stats.from));
  const starts = buckets.map((bucket) => bucket.starts);
  const from = Date.parse(stats.from);
  const to = Date.parse(stats.to);
  const minutes = stats.bucketSeconds / 60;
  const title =
    minutes === 1
      ? t('overview.starts.minute')
      : minutes === 60
        ? t('overview.starts.hour')
        : t('overview.starts.minutes', { minutes });
  const words = (index: number) => {
    const bucket = buckets[index];
    return bucket
      ? t('overview.starts.bucket', {
          time: time(index),
          starts: bucket.starts,
          failed: bucket.failed,
          ends: bucket.ends,
        })
      : '';
  };
  const change = formatChange(total.starts, lastWeek.starts, locale);
  return (
    <ChartPanel
      title={title}
      isEstimated={stats.estimated}
      numbers={
        <>
          <Figure value={number(buckets.at(-1)?.starts ?? 0)} mark="line">
            {t('overview.now')}
          </Figure>
          <Figure
            value={formatRate(total.failed, total.starts, locale)}
            mark="failed"
            bad={healthLevel(total.starts, total.failed) === 'bad'}
          >
            {lastWeek.starts > 0
              ? t('overview.failed.compared', {
                  before: formatRate(lastWeek.failed, lastWeek.starts, locale),
                })
              : t('overview.failed')}
          </Figure>
          <Figure value={number(total.starts)}>
            {t(`overview.in.${period}`)}
            {change !== null && `, ${change}`}
          </Figure>
        </>
      }
      chart={
        <TimeChart
          label={`${title}. ${t('overview.chart.keys')}`}
          period={period}
          from={from}
          to={to}
          times={buckets.map((bucket) => Date.parse(bucket.at))}
          largest={Math.max(...starts, 0)}
          isInteger
          cursor={cursor}
          describe={words}
          onCursor={onCursor}
          onOpen={onOpen}
          tip={(index) => (
            <>
              <b>{time(index)}</b>
              <span>{t('overview.tip.starts', { count: buckets[index]?.starts ?? 0 })}</span>
              <span className={buckets[index]?.failed ? 'text-bad' : undefined}>
                {t('overview.tip.failed', { count: buckets[index]?.failed ?? 0 })}
              </span>
              <span>{t('overview.tip.ends', { count: buckets[index]?.ends ?? 0 })}</span>
            </>
          )}
        >
          {({ plot, largest, count }) => {
            const width = Math.max(MIN_BAR, (plot.width / count) * 0.8);
            return (
              <>
                <path className="area" d={areaPath(plot, starts, largest)} />
                {buckets.map((bucket, index) => {
                  if (bucket.failed === 0) return null;
                  const y = Math.min(
                    valueY(plot, bucket.failed, largest),
                    plot.top + plot.height - 1.5,
                  );
                  return (
                    <rect
                      key={bucket.at}
                      className="failed"
                      x={bucketX(plot, index, count) - width / 2}
                      y={y}
                      width={width}
                      height={plot.top + plot.height - y}
                    />
                  );
                })}
                <path className="line" d={linePath(plot, starts, largest)} />
                <PublicationMarks
                  plot={plot}
                  period={period}
                  from={from}
                  to={to}
                  publications={stats.publications}
                  hasText
                />
              </>
            );
          }}
        </TimeChart>
      }
      table={() => (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('overview.column.time')}</th>
              <th scope="col">{t('overview.column.starts')}</th>
              <th scope="col">{t('overview.column.failed')}</th>
              <th scope="col">{t('overview.column.ends')}</th>
              <th scope="col" className="words">
                {t('overview.column.published')}
              </th>
            </tr>
          </thead>
          <tbody>
            {buckets.toReversed().map((bucket) => (
              <tr key={bucket.at}>
                <th scope="row">{format.format(Date.parse(bucket.at))}</th>
                <td>{number(bucket.starts)}</td>
                <td className={bucket.failed > 0 ? 'text-bad' : undefined}>
                  {number(bucket.failed)}
                </td>
                <td>{number(bucket.ends)}</td>
                <td className="words">
                  {stats.publications
                    .filter((one) => {
                      const after = Date.parse(one.at) - Date.parse(bucket.at);
                      return after >= 0 && after < stats.bucketSeconds * 1_000;
                    })
                    .map((one) => `${one.name} v${one.version}`)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  );
}
