import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/i18n';
import { formatRate } from '../../../model/flow/health';
import { secondsDigits, signed, trendOf } from '../../../model/overview/compare';
import type { Period } from '../../../model/overview/period';
import { visible } from '../../../model/text';
import { formatDuration } from '../../../model/time/duration';
import { statesQuery } from '../queries';
import { RankPanel } from './rank-panel';

const ROWS = 5;

/** The states in which most executions fail. */
export function MostFailures({ period }: { period: Period }) {
  const { t, locale } = useText();
  const states = useQuery(statesQuery(period));
  const rows = states.data?.failing.slice(0, ROWS) ?? [];
  const most = Math.max(1, ...rows.map((row) => row.failed));
  return (
    <RankPanel
      title={t('overview.failing')}
      note={t('overview.failing.note')}
      query={states}
      isEmpty={rows.length === 0}
      empty={t(`overview.failing.none.${period}`)}
    >
      {rows.map((row) => (
        <RankRow key={`${row.flow} ${row.state}`} percent={(row.failed / most) * 100} isBad>
          <Link
            to="/executions"
            search={{
              flow: row.flow,
              status: ['FAILED'],
              since: period,
              error: row.error || undefined,
            }}
            className="quiet clip"
            title={visible(`${row.name} / ${row.state}: ${row.error}`)}
          >
            {visible(row.name)} / {visible(row.state)}
          </Link>
          <span className="num">{row.failed.toLocaleString(locale)}</span>
          <span className="num text-muted">{formatRate(row.failed, row.starts, locale)}</span>
        </RankRow>
      ))}
    </RankPanel>
  );
}

/** The states with the longest p95, compared with the same time last week. */
export function SlowestSteps({ period }: { period: Period }) {
  const { t, locale } = useText();
  const states = useQuery(statesQuery(period));
  const rows = states.data?.slowest.slice(0, ROWS) ?? [];
  const most = Math.max(0.001, ...rows.map((row) => row.p95));
  return (
    <RankPanel
      title={t('overview.slowest')}
      note={t('overview.slowest.note')}
      query={states}
      isEmpty={rows.length === 0}
      empty={t(`overview.slowest.none.${period}`)}
    >
      {rows.map((row) => {
        const before = row.p95LastWeek ?? null;
        const change = before === null ? null : row.p95 - before;
        const isWorse = before !== null && trendOf(row.p95, before) === 'worse';
        return (
          <RankRow key={`${row.flow} ${row.state}`} percent={(row.p95 / most) * 100}>
            <Link
              to="/flows/$flow"
              params={{ flow: row.flow }}
              search={{ heat: 'p95', state: row.state }}
              className="quiet clip"
              title={t('overview.slowest.title', {
                name: visible(`${row.name} / ${row.state}`),
                p50: formatDuration(row.p50 * 1_000),
                visits: row.visits,
              })}
            >
              {visible(row.name)} / {visible(row.state)}
            </Link>
            <span className="num">{formatDuration(row.p95 * 1_000)}</span>
            <span className={`num ${isWorse ? 'text-warn' : 'text-muted'}`}>
              {change === null ? (
                <span title={t('overview.slowest.new')}>–</span>
              ) : (
                `${signed(change, secondsDigits(change), locale)} s`
              )}
            </span>
          </RankRow>
        );
      })}
    </RankPanel>
  );
}

function RankRow({
  percent,
  isBad = false,
  children,
}: {
  percent: number;
  isBad?: boolean;
  children: [ReactNode, ReactNode, ReactNode];
}) {
  const [name, value, note] = children;
  return (
    <li>
      {name}
      <span className="bar" aria-hidden>
        <i className={isBad ? 'bad' : ''} style={{ width: `${Math.max(4, percent)}%` }} />
      </span>
      {value}
      {note}
    </li>
  );
}
