import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useText } from '../../i18n/i18n';
import { gridOf, minWidthOf, type Column } from '../../model/executions/columns';
import type { Order, SortField } from '../../model/executions/query';
import { toggle, toggleLoaded, type Selection } from '../../model/executions/selection';
import { Icon } from '../../ui/icons';
import { ExecutionRow } from './row';
import type { Pages } from './use-pages';

const ROW = 36;
const SORTED_BY: Partial<Record<Column, SortField>> = {
  started: 'started',
  updated: 'updated',
  took: 'duration',
};

/** Rows of executions; only those in view exist in the page, and pages around them in memory. */
export function ExecutionTable({
  pages,
  columns,
  order,
  onSort,
  selection,
  onSelect,
  peek,
  onPeek,
}: {
  pages: Pages;
  columns: readonly Column[];
  order: Order;
  onSort: (order: Order) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  peek: string | undefined;
  onPeek: (id: string | undefined) => void;
}) {
  const { t } = useText();
  const navigate = useNavigate();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: pages.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const firstVisible = items[0]?.index ?? 0;
  const lastVisible = items.at(-1)?.index ?? 0;
  const { show } = pages;
  useEffect(() => show(firstVisible, lastVisible));
  const loadedIds = pages.loaded.map((row) => row.id);
  const current = Math.min(active, Math.max(0, pages.count - 1));
  const move = (to: number) => {
    const index = Math.max(0, Math.min(pages.count - 1, to));
    setActive(index);
    virtual.scrollToIndex(index);
    const row = pages.row(index);
    if (peek && row) onPeek(row.id);
  };
  const onKey = (event: KeyboardEvent) => {
    const onRow = event.target === scroller.current;
    const row = pages.row(current);
    if (event.key === 'ArrowDown' || (event.key === 'j' && onRow)) move(current + 1);
    else if (event.key === 'ArrowUp' || (event.key === 'k' && onRow)) move(current - 1);
    else if (event.key === 'PageDown') move(current + 20);
    else if (event.key === 'PageUp') move(current - 20);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(pages.count - 1);
    else if (!onRow || !row) return;
    else if (event.key === ' ') onPeek(peek === row.id ? undefined : row.id);
    else if (event.key === 'x' || event.key === 'X')
      onSelect(toggle(selection, row.id, loadedIds, event.shiftKey));
    else if (event.key === 'Enter')
      void navigate({ to: '/executions/$id', params: { id: row.id } });
    else if (event.key === 'Escape' && peek) onPeek(undefined);
    else return;
    event.preventDefault();
  };
  const grid: CSSProperties = { gridTemplateColumns: gridOf(columns) };
  const minWidth = minWidthOf(columns);
  const areAllSelected =
    loadedIds.length > 0 && (selection.all || loadedIds.every((id) => selection.ids.has(id)));
  return (
    <div
      ref={scroller}
      className="execution-table"
      role="grid"
      aria-label={t('nav.executions')}
      aria-rowcount={pages.hasMore ? -1 : pages.count + 1}
      aria-multiselectable
      aria-activedescendant={`execution-row-${current}`}
      aria-busy={pages.isFetching}
      tabIndex={0}
      onKeyDown={onKey}
    >
      <div role="rowgroup" className="sticky top-0 z-10" style={{ minWidth }}>
        <div role="row" className="grid-head" style={grid}>
          <span role="columnheader" className="cell-check">
            <input
              type="checkbox"
              className="checkbox"
              aria-label={t('executions.selectAll')}
              checked={areAllSelected}
              onChange={() => onSelect(toggleLoaded(selection, loadedIds))}
            />
          </span>
          {columns.map((column) => (
            <Header key={column} column={column} order={order} onSort={onSort} />
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className="relative"
        style={{ minWidth, height: virtual.getTotalSize() }}
      >
        {items.map((item) => (
          <ExecutionRow
            key={item.index}
            index={item.index}
            row={pages.row(item.index)}
            columns={columns}
            style={{ ...grid, top: item.start }}
            isActive={item.index === current}
            isPeeked={pages.row(item.index)?.id === peek}
            selection={selection}
            onActivate={() => setActive(item.index)}
            onToggle={(id, extend) => onSelect(toggle(selection, id, loadedIds, extend))}
            onPeek={onPeek}
          />
        ))}
      </div>
    </div>
  );
}

function Header({
  column,
  order,
  onSort,
}: {
  column: Column;
  order: Order;
  onSort: (order: Order) => void;
}) {
  const { t } = useText();
  const field = SORTED_BY[column];
  const isSorted = field === order.field;
  const name = t(`executions.column.${column}`);
  const sorted = isSorted ? (order.ascending ? 'ascending' : 'descending') : undefined;
  return (
    <span role="columnheader" aria-sort={sorted} className={column === 'took' ? 'num' : ''}>
      {field ? (
        <button
          type="button"
          className={isSorted ? 'sort-button is-sorted' : 'sort-button'}
          onClick={() => onSort({ field, ascending: isSorted && !order.ascending })}
        >
          {name}
          {isSorted && <Icon of={order.ascending ? ArrowUp : ArrowDown} size="xs" />}
        </button>
      ) : (
        name
      )}
    </span>
  );
}
