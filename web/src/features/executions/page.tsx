import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useText } from '../../i18n/i18n';
import { DEFAULT_COLUMNS, readColumns, type Column } from '../../model/executions/columns';
import { compact, isSameFilter, type ExecutionFilter } from '../../model/executions/filter';
import { orderText, parseOrder, type Order } from '../../model/executions/query';
import { NOTHING_SELECTED, isEmptySelection } from '../../model/executions/selection';
import { MoreFailed } from '../../ui/more';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { useTitle } from '../../ui/title';
import { useSelection } from '../../ui/use-selection';
import { BulkBar } from './bulk-bar';
import { ColumnsMenu } from './columns-menu';
import { ExportMenu } from './export-menu';
import './executions.css';
import { HistogramPanel } from './histogram';
import { NewRows } from './new-rows';
import { Peek } from './peek';
import { preferencesQuery } from './queries';
import { SaveView } from './save-view';
import { SearchBox } from './search-box';
import { ExecutionTable } from './table';
import { usePages } from './use-pages';
import { Views } from './views';

/** Search of executions; filter, order, columns and the peeked row are in the URL. */
export function ExecutionsPage() {
  const { t } = useText();
  useTitle(t('nav.executions'));
  const { sort, cols, peek, ...search } = useSearch({ from: '/executions' });
  const navigate = useNavigate({ from: '/executions' });
  const text = JSON.stringify(compact(search));
  const filter = useMemo(() => JSON.parse(text) as ExecutionFilter, [text]);
  const order = useMemo(() => parseOrder(sort), [sort]);
  const preferences = useQuery(preferencesQuery);
  const columns: readonly Column[] =
    readColumns(cols) ??
    readColumns(preferences.data?.preferences['executions.columns']) ??
    DEFAULT_COLUMNS;
  const [readAt, setReadAt] = useState(() => Date.now());
  const [selection, setSelection] = useSelection(text, NOTHING_SELECTED);
  const pages = usePages(filter, order, readAt);
  const change = (next: ExecutionFilter) => {
    setReadAt(Date.now());
    setSelection(NOTHING_SELECTED);
    void navigate({ search: compact({ ...next, sort, cols }) });
  };
  const sortBy = (next: Order) =>
    void navigate({ search: (before) => ({ ...before, sort: orderText(next) }) });
  const show = (id: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, peek: id }), replace: true });
  const refresh = () => setReadAt(Date.now());
  const isEmpty = !pages.isPending && pages.count === 0;
  return (
    <div className="executions">
      <div className="executions-main">
        <header className="page-head">
          <h1>{t('nav.executions')}</h1>
          <Views filter={filter} sort={sort} cols={cols} />
          <div className="page-tools">
            <ColumnsMenu columns={columns} />
            <ExportMenu filter={filter} order={order} />
            <SaveView filter={filter} sort={sort} cols={cols} />
          </div>
        </header>
        <SearchBox filter={filter} onChange={change} />
        <HistogramPanel filter={filter} readAt={readAt} onChange={change} />
        {pages.isPending ? (
          <SkeletonRows rows={14} />
        ) : pages.error && pages.count === 0 ? (
          <ErrorState title={t('executions.failed')} error={pages.error} onRetry={pages.retry} />
        ) : isEmpty ? (
          <>
            <NewRows filter={filter} readAt={readAt} isListEmpty onShow={refresh} />
            <Empty filter={filter} onClear={() => change({})} />
          </>
        ) : (
          <>
            <NewRows filter={filter} readAt={readAt} isListEmpty={false} onShow={refresh} />
            <ExecutionTable
              pages={pages}
              columns={columns}
              order={order}
              onSort={sortBy}
              selection={selection}
              onSelect={setSelection}
              peek={peek}
              onPeek={show}
            />
            {pages.error && <MoreFailed error={pages.error} onRetry={pages.retry} />}
          </>
        )}
        {!isEmptySelection(selection) && (
          <BulkBar
            filter={filter}
            readAt={readAt}
            selection={selection}
            onSelect={setSelection}
            onDone={refresh}
          />
        )}
      </div>
      {peek && <Peek id={peek} onClose={() => show(undefined)} />}
    </div>
  );
}

function Empty({ filter, onClear }: { filter: ExecutionFilter; onClear: () => void }) {
  const { t } = useText();
  const isAll = isSameFilter(filter, {});
  return (
    <EmptyState title={t(isAll ? 'executions.none' : 'executions.empty')}>
      {isAll ? (
        <>
          <p>{t('executions.emptyAdvice')}</p>
          <pre className="code-block">pawl start hello --wait</pre>
        </>
      ) : (
        <button type="button" className="btn" onClick={onClear}>
          {t('filter.clear')}
        </button>
      )}
    </EmptyState>
  );
}
