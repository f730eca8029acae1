import type { ReactNode } from 'react';
import { useText } from '../../../i18n/i18n';
import { ErrorState } from '../../../ui/states';

/** A panel with a ranking; it has its own loading, empty and failed state. */
export function RankPanel({
  title,
  note,
  query,
  isEmpty,
  empty,
  children,
}: {
  title: string;
  note: string;
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  isEmpty: boolean;
  empty: string;
  children: ReactNode;
}) {
  const { t } = useText();
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="label ml-auto">{note}</span>
      </header>
      {query.isPending ? (
        <ul className="ov-rank" aria-label={t('state.loading')}>
          {[1, 2, 3, 4, 5].map((one) => (
            <li key={one}>
              <span className="skeleton ov-late w-40" />
            </li>
          ))}
        </ul>
      ) : query.isError && isEmpty ? (
        <ErrorState
          title={t('overview.panelFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : isEmpty ? (
        <p className="ov-none">{empty}</p>
      ) : (
        <ul className="ov-rank">{children}</ul>
      )}
    </section>
  );
}
