import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { FilterBar } from './filter-bar';
import { NewRows } from './new-rows';
import { executionsQuery, type ExecutionFilter } from './queries';
import { ExecutionTable } from './table';

const VIEWS: readonly { name: string; filter: ExecutionFilter }[] = [
  { name: 'executions.view.all', filter: {} },
  { name: 'executions.view.failed', filter: { status: 'FAILED', since: '24h' } },
  { name: 'executions.view.running', filter: { status: 'RUNNING' } },
  { name: 'executions.view.waiting', filter: { status: 'WAITING' } },
  { name: 'executions.view.tests', filter: { test: 'true' } },
];

const isSame = (a: ExecutionFilter, b: ExecutionFilter) => {
  const text = (one: ExecutionFilter) =>
    JSON.stringify(
      Object.entries(one)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    );
  return text(a) === text(b);
};

/** Search of executions; every filter is in the URL. */
export function ExecutionsPage() {
  const { t } = useText();
  useTitle(t('nav.executions'));
  const filter = useSearch({ from: '/executions' });
  const navigate = useNavigate({ from: '/executions' });
  const list = useInfiniteQuery(executionsQuery(filter));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const change = (next: ExecutionFilter) => void navigate({ search: next });
  return (
    <>
      <header className="page-head">
        <h1>{t('nav.executions')}</h1>
        <nav className="flex gap-1" aria-label={t('executions.views')}>
          {VIEWS.map((view) => (
            <button
              key={view.name}
              type="button"
              className="btn ghost small"
              aria-pressed={isSame(filter, view.filter)}
              onClick={() => change(view.filter)}
            >
              {t(view.name)}
            </button>
          ))}
        </nav>
        <button type="button" className="btn ml-auto" onClick={() => void list.refetch()}>
          <Icon of={RefreshCw} /> {t('action.refresh')}
        </button>
      </header>
      <FilterBar filter={filter} onChange={change} />
      {list.isPending ? (
        <SkeletonRows rows={14} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState
          title={t('executions.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : rows.length === 0 ? (
        <EmptyState title={t(isSame(filter, {}) ? 'executions.none' : 'executions.empty')}>
          {isSame(filter, {}) ? (
            <>
              <p>{t('executions.emptyAdvice')}</p>
              <pre className="code-block">pawl start hello --wait</pre>
            </>
          ) : (
            <button type="button" className="btn" onClick={() => change({})}>
              {t('filter.clear')}
            </button>
          )}
        </EmptyState>
      ) : (
        <>
          <NewRows filter={filter} first={rows[0]?.startedAt} onShow={() => void list.refetch()} />
          <ExecutionTable
            rows={rows}
            hasMore={list.hasNextPage}
            onMore={() => !list.isFetching && void list.fetchNextPage()}
          />
          <footer className="flex items-center gap-3 h-9 px-6 border-t border-line label flex-none">
            {t('executions.loaded', { count: rows.length })}{' '}
            {list.hasNextPage && t('executions.more')}
          </footer>
        </>
      )}
    </>
  );
}
