import type { StatsBucket } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { linePath } from '../../../model/overview/chart';
import { secondsDigits, signed } from '../../../model/overview/compare';
import { momentFormat } from '../../../model/overview/period';
import { formatDuration } from '../../../model/time/duration';
import { ChartPanel, Figure } from './chart-panel';
import { PublicationMarks } from './marks';
import type { ChartProps } from './starts-chart';
import { TimeChart } from './time-chart';

/** The percentiles with the form of their lines: they differ without colour. */
const LINES = [
  { name: 'p50', mark: 'line' },
  { name: 'p95', mark: 'line-2' },
  { name: 'p99', mark: 'line-3' },
] as const;
const value = (bucket: StatsBucket | undefined, name: 'p50' | 'p95' | 'p99') =>
  bucket?.[name] ?? null;
const seconds = (one: number | null) => (one === null ? '–' : formatDuration(one * 1_000));

/** How long executions took by the bucket in which they started. */
export function DurationChart({ period, stats, cursor, onCursor, onOpen }: ChartProps) {
  const { t, locale } = useText();
  const { buckets, total, lastWeek } = stats;
  const title = t('overview.duration');
  const format = momentFormat(period, locale);
  const time = (index: number) => format.format(Date.parse(buckets[index]?.at ?? stats.from));
  const from = Date.parse(stats.from);
  const to = Date.parse(stats.to);
  const largest = Math.max(
    0,
    ...buckets.flatMap((bucket) => LINES.map(({ name }) => value(bucket, name) ?? 0)),
  );
  return (
    <ChartPanel
      title={title}
      isEstimated={stats.estimated}
      numbers={LINES.map(({ name, mark }) => {
        const now = total[name] ?? null;
        const before = lastWeek[name] ?? null;
        const change = now === null || before === null ? null : now - before;
        return (
          <Figure key={name} value={seconds(now)} mark={mark}>
            {name}
            {change !== null &&
              Math.abs(change) >= 0.05 &&
              `, ${signed(change, secondsDigits(change), locale)} s`}
          </Figure>
        );
      })}
      chart={
        <TimeChart
          label={`${title}. ${t('overview.chart.keys')}`}
          period={period}
          from={from}
          to={to}
          times={buckets.map((bucket) => Date.parse(bucket.at))}
          largest={largest}
          isInteger={false}
          cursor={cursor}
          describe={(index) =>
            t('overview.duration.bucket', {
              time: time(index),
              p50: seconds(value(buckets[index], 'p50')),
              p95: seconds(value(buckets[index], 'p95')),
              p99: seconds(value(buckets[index], 'p99')),
            })
          }
          onCursor={onCursor}
          onOpen={onOpen}
          tip={(index) => (
            <>
              <b>{time(index)}</b>
              {LINES.map(({ name }) => (
                <span key={name}>
                  {name} {seconds(value(buckets[index], name))}
                </span>
              ))}
            </>
          )}
        >
          {({ plot, largest: top }) => (
            <>
              {LINES.toReversed().map(({ name, mark }) => (
                <path
                  key={name}
                  className={mark}
                  d={linePath(
                    plot,
                    buckets.map((bucket) => value(bucket, name)),
                    top,
                  )}
                />
              ))}
              <PublicationMarks
                plot={plot}
                period={period}
                from={from}
                to={to}
                publications={stats.publications}
                hasText={false}
              />
            </>
          )}
        </TimeChart>
      }
      table={() => (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('overview.column.time')}</th>
              {LINES.map(({ name }) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {buckets.toReversed().map((bucket) => (
              <tr key={bucket.at}>
                <th scope="row">{format.format(Date.parse(bucket.at))}</th>
                {LINES.map(({ name }) => (
                  <td key={name}>{seconds(value(bucket, name))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  );
}
