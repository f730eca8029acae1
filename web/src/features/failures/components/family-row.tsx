import type { KeyboardEvent } from 'react';
import type { Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { isUrgent } from '../../../model/failures/family';
import { formatExactTime } from '../../../model/time/relative';
import { Sparkline } from '../../../ui/sparkline';
import { Time } from '../../../ui/time';
import type { FailuresUrl } from '../use-failures';
import { FamilyBadge } from './badge';
import { FamilyActions } from './family-actions';
import { FamilyDetails } from './family-details';
import { Remark } from './remark';

/** One family; open it shows what its executions have in common. */
export function FamilyRow({
  family,
  isOpen,
  url,
  onMove,
}: {
  family: Family;
  isOpen: boolean;
  url: FailuresUrl;
  onMove: (step: number) => void;
}) {
  const { t, locale } = useText();
  const panel = `family-${family.id}`;
  const count = family.count.toLocaleString(locale);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onMove(1);
    else if (event.key === 'ArrowUp') onMove(-1);
    else return;
    event.preventDefault();
  };
  return (
    <article className="family" data-open={isOpen || undefined}>
      <span className="family-status">
        <FamilyBadge status={family.status} />
      </span>
      <div className="family-title">
        <h2>
          <button
            type="button"
            data-family={family.id}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => url.open(isOpen ? undefined : family.id)}
            onKeyDown={onKey}
          >
            <bdi>{family.flowName}</bdi>
            {family.state && (
              <>
                {' / '}
                <bdi>{family.state}</bdi>
              </>
            )}
          </button>
        </h2>
        {family.error && <code dir="auto">{family.error}</code>}
        <span className="clip text-muted" dir="auto" title={family.cause ?? family.message}>
          {family.message}
        </span>
      </div>
      <span className="family-spark">
        <Sparkline
          series={family.series.counts}
          isQuiet={!isUrgent(family.status)}
          label={t('failures.series', { count: family.count, period: t(`since.${url.period}`) })}
        />
      </span>
      <span className="family-count">
        {count}
        <span className="sr-only"> {t('failures.executions', { count: family.count })}</span>
      </span>
      <When family={family} />
      <div className="family-more">
        <Remark family={family} />
        <FamilyActions family={family} isOpen={isOpen} url={url} />
      </div>
      {isOpen && <FamilyDetails id={panel} family={family} url={url} />}
    </article>
  );
}

const DAY_MS = 86_400_000;

/** When it began, or when it was resolved; the last failure on hover. */
function When({ family }: { family: Family }) {
  const { t, locale } = useText();
  const isResolved = family.status === 'RESOLVED' || family.status === 'REOPENED';
  const at = isResolved && family.resolvedAt ? family.resolvedAt : family.first.at;
  const age = Date.now() - Date.parse(at);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const shown = (age < DAY_MS ? time : date).format(Date.parse(at));
  const kind = at === family.resolvedAt ? 'resolved' : isUrgent(family.status) ? 'first' : 'since';
  return (
    <span className="family-when label">
      <time dateTime={at} title={formatExactTime(at, locale)}>
        {t(`failures.when.${kind}`, { time: shown })}
      </time>
      {age < DAY_MS && (
        <>
          , <Time at={at} />
        </>
      )}
    </span>
  );
}
