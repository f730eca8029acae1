import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { Starts } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import { ErrorState } from '../../ui/states';
import { Status } from '../../ui/status';
import type { Execution } from '../../api/types';
import { Time } from '../../ui/time';
import { startsQuery } from './queries';

/** How often in 24 hours, and when last. */
export function StartCount({ starts }: { starts: Starts | null | undefined }) {
  const { t, locale } = useText();
  if (!starts) return null;
  const count = starts.count.toLocaleString(locale);
  return (
    <>
      <span title={starts.lowerBound ? t('triggers.lowerBound') : undefined}>
        {starts.lowerBound ? t('triggers.atLeast', { count }) : count}
      </span>
      <span className="start-last">{starts.lastAt && <Time at={starts.lastAt} />}</span>
    </>
  );
}

/** The newest executions that a trigger has started. */
export function LatestStarts({ flow, startedBy }: { flow: string; startedBy: string }) {
  const { t } = useText();
  const starts = useQuery(startsQuery(flow));
  const own = starts.data?.filter((one) => one.startedBy === startedBy).slice(0, 8) ?? [];
  return (
    <section>
      <h3>{t('triggers.latest')}</h3>
      {starts.isError && !starts.data ? (
        <ErrorState
          title={t('triggers.failed')}
          error={starts.error}
          onRetry={() => void starts.refetch()}
        />
      ) : own.length === 0 ? (
        <p className="text-muted">{starts.isPending ? '…' : t('triggers.noStarts')}</p>
      ) : (
        <ul className="start-list">
          {own.map((one) => (
            <li key={one.execution}>
              <Status status={one.status as Execution['status']} />
              <Link to="/executions/$id" params={{ id: one.execution }} className="mono clip">
                …{one.execution.slice(-12)}
              </Link>
              <span className="text-muted">
                <Time at={one.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Finds in the loaded rows; the text is in the URL. */
export function ListSearch({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}) {
  const { t } = useText();
  return (
    <form role="search" className="field-box" onSubmit={(event) => event.preventDefault()}>
      <Icon of={Search} size="s" />
      <input
        data-search
        aria-label={t('triggers.search')}
        placeholder={t('triggers.search')}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </form>
  );
}

/** Reads the next page of a list. */
export function MoreRows({
  query,
}: {
  query: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown };
}) {
  const { t } = useText();
  if (!query.hasNextPage) return null;
  return (
    <div className="px-6 py-3">
      <button
        type="button"
        className="btn small"
        disabled={query.isFetching}
        onClick={() => void query.fetchNextPage()}
      >
        {t('triggers.more')}
      </button>
    </div>
  );
}
