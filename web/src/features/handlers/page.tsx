import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, Search } from 'lucide-react';
import { useText } from '../../i18n/i18n';
import { aliasesOf, groupHandlers, nameOf, SOURCES } from '../../model/handlers/handlers';
import { Icon } from '../../ui/icons';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { HandlerList } from './handler-list';
import { HandlerPanel } from './handler-panel';
import './handlers.css';
import { handlersQuery, usesQuery } from './queries';
import { TrySheet } from './try-sheet';

/** What Tasks can call: who serves it, what it needs and gives, and what uses it. */
export function HandlersPage() {
  const { t } = useText();
  useTitle(t('nav.handlers'));
  const search = useSearch({ from: '/handlers' });
  const navigate = useNavigate({ from: '/handlers' });
  const list = useInfiniteQuery(handlersQuery);
  const uses = useQuery(usesQuery);
  const all = list.data?.pages.flatMap((page) => page.items) ?? [];
  const groups = groupHandlers(all, search);
  const shown = all.find((one) => one.resource === search.show);
  const isFiltered = search.q !== undefined || search.source !== undefined;
  const change = (part: typeof search, replace = false) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace });
  const counts = new Map<string, number>();
  for (const use of uses.data ?? []) counts.set(use.resource, (counts.get(use.resource) ?? 0) + 1);
  const waiting = all.filter((one) => one.source === 'none').length;
  return (
    <>
      <header className="page-head">
        <h1>{t('nav.handlers')}</h1>
        {list.data && (
          <span className="label">
            {t('handlers.count', { count: all.filter((one) => !one.aliasOf).length, waiting })}
          </span>
        )}
      </header>
      <div className="handler-filter">
        <label className="field-box">
          <Icon of={Search} size="s" />
          <input
            type="search"
            data-search
            aria-label={t('handlers.search')}
            placeholder={t('handlers.search')}
            value={search.q ?? ''}
            onChange={(event) => change({ q: event.target.value || undefined }, true)}
          />
          <kbd>/</kbd>
        </label>
        <span className="select">
          <select
            aria-label={t('handlers.source')}
            value={search.source ?? ''}
            onChange={(event) => change({ source: event.target.value || undefined }, true)}
          >
            <option value="">{t('handlers.source.all')}</option>
            {SOURCES.map((one) => (
              <option key={one} value={one}>
                {t(`handlers.source.${one}`)}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} size="s" />
        </span>
      </div>
      <div className="handler-split">
        <div className="handler-main">
          {list.isPending ? (
            <SkeletonRows rows={12} />
          ) : list.isError && !list.data ? (
            <ErrorState
              title={t('handlers.failed')}
              error={list.error}
              onRetry={() => void list.refetch()}
            />
          ) : groups.length === 0 ? (
            <EmptyState title={t(isFiltered ? 'handlers.nothingFound' : 'handlers.none')}>
              {isFiltered ? (
                <button
                  type="button"
                  className="btn"
                  onClick={() => change({ q: undefined, source: undefined })}
                >
                  {t('filter.clear')}
                </button>
              ) : (
                <p>{t('handlers.noneAdvice')}</p>
              )}
            </EmptyState>
          ) : (
            <HandlerList
              groups={groups}
              uses={uses.data && counts}
              selected={search.show}
              onShow={(show) => change({ show })}
            />
          )}
          {list.hasNextPage && (
            <button
              type="button"
              className="btn m-6"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('handlers.more')}
            </button>
          )}
        </div>
        {search.show !== undefined && list.data && (
          <HandlerPanel
            key={search.show}
            resource={search.show}
            handler={shown}
            aliases={aliasesOf(all, search.show)}
            onClose={() => change({ show: undefined, act: undefined })}
            onTry={() => change({ act: 'try' })}
            onShow={(show) => change({ show })}
          />
        )}
      </div>
      {search.act === 'try' && shown && (
        <TrySheet
          key={shown.resource}
          handler={shown}
          name={nameOf(shown)}
          onClose={() => change({ act: undefined })}
        />
      )}
    </>
  );
}
