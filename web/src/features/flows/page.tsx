import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { Flow, Listing } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { FlowState } from '../../ui/flow-state';

const STATUSES = ['DRAFT', 'ACTIVE', 'INACTIVE', 'ARCHIVED'];
const ROW = 36;
/** Below this width the table scrolls sideways; rows out of the flow cannot widen it. */
const MIN_WIDTH = 1058;
const COLUMNS = {
  gridTemplateColumns:
    'minmax(180px, 1.6fr) minmax(120px, 1fr) 100px 100px minmax(160px, 1fr) minmax(120px, 1fr) 110px',
};

/** All flows with their state; filters are in the URL. */
export function FlowsPage() {
  const { t } = useText();
  useTitle(t('nav.flows'));
  const filter = useSearch({ from: '/flows' });
  const navigate = useNavigate({ from: '/flows' });
  const [text, setText] = useState(filter.search ?? '');
  const search = useDeferredValue(text) || undefined;
  useEffect(() => {
    void navigate({ search: (before) => ({ ...before, search }), replace: true });
  }, [navigate, search]);
  const query = { search, status: filter.status, tag: filter.tag };
  const list = useInfiniteQuery({
    queryKey: queryKeys.flows(query),
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<Listing<Flow>>('/api/flows', {
        query: { ...query, after: pageParam, limit: 100 },
        signal,
      }),
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <header className="page-head">
        <h1>{t('nav.flows')}</h1>
        {rows.length > 0 && (
          <span className="label">
            {t('flows.count', {
              count: rows.length,
              live: rows.filter((row) => row.status === 'ACTIVE').length,
            })}
          </span>
        )}
      </header>
      <div className="flex items-center gap-2 px-6 pb-2 flex-none">
        <form role="search" className="field-box w-72" onSubmit={(event) => event.preventDefault()}>
          <Icon of={Search} size="s" />
          <input
            data-search
            aria-label={t('flows.search')}
            placeholder={t('flows.search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <kbd>/</kbd>
        </form>
        <span className="select">
          <select
            aria-label={t('filter.status')}
            value={filter.status ?? ''}
            onChange={(event) =>
              void navigate({
                search: (before) => ({ ...before, status: event.target.value || undefined }),
              })
            }
          >
            <option value="">{t('filter.status')}</option>
            {STATUSES.map((status) => (
              <option key={status} value={status}>
                {t(`flow.status.${status}`)}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} size="xs" />
        </span>
        {filter.tag && (
          <span className="chip">
            {t('flows.tag')} <b>{filter.tag}</b>
            <button
              type="button"
              aria-label={t('filter.remove', { name: filter.tag })}
              onClick={() => void navigate({ search: (before) => ({ ...before, tag: undefined }) })}
            >
              ×
            </button>
          </span>
        )}
      </div>
      {list.isPending ? (
        <SkeletonRows rows={12} />
      ) : list.isError && rows.length === 0 ? (
        <ErrorState
          title={t('flows.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : rows.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'flows.empty' : 'flows.none')}>
          {isFiltered ? (
            <button
              type="button"
              className="btn"
              onClick={() => {
                setText('');
                void navigate({ search: {} });
              }}
            >
              {t('filter.clear')}
            </button>
          ) : (
            <>
              <p>{t('flows.emptyAdvice')}</p>
              <pre className="code-block">pawl deploy flow.asl.yaml --publish</pre>
            </>
          )}
        </EmptyState>
      ) : (
        <FlowTable
          rows={rows}
          hasMore={list.hasNextPage}
          onMore={() => !list.isFetching && void list.fetchNextPage()}
        />
      )}
    </>
  );
}

function FlowTable({
  rows,
  hasMore,
  onMore,
}: {
  rows: readonly Flow[];
  hasMore: boolean;
  onMore: () => void;
}) {
  const { t } = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - 20) onMore();
  }, [hasMore, last, rows.length, onMore]);
  return (
    <div
      ref={scroller}
      className="flex-1 min-h-0 overflow-auto"
      role="table"
      aria-label={t('nav.flows')}
      tabIndex={0}
    >
      <div role="rowgroup" className="sticky top-0 z-10" style={{ minWidth: MIN_WIDTH }}>
        <div role="row" className="grid-head" style={COLUMNS}>
          {['name', 'code', 'type', 'priority', 'state', 'tags', 'changed'].map((column) => (
            <span key={column} role="columnheader">
              {t(`flows.column.${column}`)}
            </span>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className="relative"
        style={{ minWidth: MIN_WIDTH, height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const flow = rows[item.index];
          return (
            flow && (
              <div
                key={flow.id}
                role="row"
                className="grid-row absolute inset-x-0"
                style={{ ...COLUMNS, top: item.start }}
              >
                <span role="cell">
                  <Link
                    to="/flows/$flow"
                    params={{ flow: flow.code }}
                    className="font-semibold"
                    title={[flow.name, flow.description].filter(Boolean).join(': ')}
                  >
                    {flow.name}
                  </Link>
                </span>
                <span role="cell" className="mono text-muted" title={flow.code}>
                  {flow.code}
                </span>
                <span role="cell" className="text-muted">
                  {flow.type}
                </span>
                <span role="cell" className="text-muted">
                  {flow.priority === 'NORMAL' ? '' : t(`flow.priority.${flow.priority}`)}
                </span>
                <span role="cell">
                  <FlowState flow={flow} />
                </span>
                <span role="cell" className="flex gap-1">
                  {flow.tags.map((tag) => (
                    <Link
                      key={tag}
                      from="/flows"
                      to="/flows"
                      search={(before) => ({ ...before, tag })}
                      className="tag"
                    >
                      {tag}
                    </Link>
                  ))}
                </span>
                <span role="cell" className="text-muted">
                  <Time at={flow.updatedAt} />
                </span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
