import { Link } from '@tanstack/react-router';
import type { Flow, FlowDependents, FlowStats } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { formatRate, healthLevel } from '../../../model/flow/health';
import { formatDuration } from '../../../model/time/duration';

/** The numbers of the last days, compared with those of the live version. */
export function StatsStrip({
  flow,
  stats,
  dependents,
}: {
  flow: Flow;
  stats: FlowStats | undefined;
  dependents: FlowDependents | undefined;
}) {
  const { t, locale } = useText();
  if (!stats) return <div className="flow-stats" aria-hidden />;
  const { total } = stats;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const live = stats.versions.find((one) => one.version === flow.active);
  const hasOthers = live !== undefined && stats.versions.length > 1;
  const unfinished = dependents?.unfinished.reduce((sum, one) => sum + one.executions, 0);
  const rate = (part: number, whole: number) => formatRate(part, whole, locale);
  const level = healthLevel(total.runs, total.failures);
  const slower = live ? live.p95Millis - total.p95Millis : 0;
  return (
    <div className="flow-stats">
      <div>
        <b>
          {number(total.runs)}
          {stats.capped && '+'}
        </b>
        <span>{t('stats.runs', { days: 7 })}</span>
      </div>
      {total.runs > 0 && (
        <>
          <div>
            <b className={level === 'bad' ? 'text-bad' : level === 'warn' ? 'text-warn' : ''}>
              {rate(total.failures, total.runs)}
            </b>
            <span>
              {t('stats.failed')}
              {hasOthers &&
                `, ${t('stats.sinceVersion', { value: rate(live.failures, live.runs), version: flow.active })}`}
            </span>
          </div>
          <div>
            <b>{formatDuration(total.p50Millis)}</b>
            <span>p50</span>
          </div>
          <div>
            <b>{formatDuration(total.p95Millis)}</b>
            <span>
              p95
              {hasOthers &&
                Math.abs(slower) >= 100 &&
                `, ${t('stats.sinceVersion', {
                  value: `${slower < 0 ? '−' : '+'}${formatDuration(Math.abs(slower))}`,
                  version: flow.active,
                })}`}
            </span>
          </div>
        </>
      )}
      {unfinished !== undefined && (
        <div>
          <b>{number(unfinished)}</b>
          <span>{t('stats.unfinished')}</span>
        </div>
      )}
      {dependents && (
        <p className="flow-calls">
          {dependents.calls.length > 0 && (
            <>
              {t('flow.calls')} <Flows codes={dependents.calls} />
              <br />
            </>
          )}
          {t('flow.calledBy')}{' '}
          {dependents.callers.length === 0 ? (
            t('flow.noFlow')
          ) : (
            <Flows codes={dependents.callers} />
          )}
        </p>
      )}
    </div>
  );
}

function Flows({ codes }: { codes: readonly string[] }) {
  return codes.map((code, i) => (
    <span key={code}>
      {i > 0 && ', '}
      <Link to="/flows/$flow" params={{ flow: code }} className="under">
        {code}
      </Link>
    </span>
  ));
}
