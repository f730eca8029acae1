import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { familyOfQuery } from '../../../api/failures';
import type { Execution, Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { beginningOf, isUrgent, percentOf } from '../../../model/failures/family';
import { Sparkline } from '../../../ui/sparkline';

const DAY_MS = 86_400_000;

/** How many executions failed like this one, since when, what they share, and their family. */
export function Alike({ execution }: { execution: Execution }) {
  const { t } = useText();
  const { data: family, isPending } = useQuery(familyOfQuery(execution.id));
  if (isPending) return null;
  if (!family)
    return (
      <Link
        to="/executions"
        search={{ flow: execution.flow, error: execution.error ?? '' }}
        className="btn small ml-auto"
      >
        {t('execution.alike')}
      </Link>
    );
  return (
    <>
      <span className="divider" />
      <AlikeText family={family} />
      <Link to="/failures/$family" params={{ family: family.id }} className="btn small ml-auto">
        {t('alike.open')}
      </Link>
    </>
  );
}

function AlikeText({ family }: { family: Family }) {
  const { t, locale } = useText();
  if (family.count <= 1) return <span className="text-muted alike">{t('alike.only')}</span>;
  const { id, version, at } = beginningOf(family);
  const isToday = Date.now() - Date.parse(at) < DAY_MS;
  const format = new Intl.DateTimeFormat(
    locale,
    isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' },
  );
  const headline = family.headline;
  const values = { version, time: format.format(Date.parse(at)) };
  return (
    <span className="alike">
      <span className="clip text-muted">
        <b>{t('alike.count', { count: family.count })}</b> {t(id, values)}
        {headline && headline.kind !== 'VERSION' && (
          <>
            {'; '}
            <span dir="auto">
              {t('alike.have', {
                share: percentOf(headline.failureShare, locale),
                name: headline.name,
                value: headline.value,
              })}
            </span>
          </>
        )}
      </span>
      <Sparkline
        series={family.series.counts}
        isQuiet={!isUrgent(family.status)}
        width={96}
        label={t('failures.series', { count: family.count, period: t('since.7d') })}
      />
    </span>
  );
}
