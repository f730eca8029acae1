import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Flow, FlowActivity, FlowBulkAction } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { FlowRow } from './row';

const ROW = 36;
const COLUMNS = ['name', 'folder', 'startedBy', 'state', 'health', 'lastRun'];

export interface RowActions {
  onAction: (action: FlowBulkAction, flow: Flow) => void;
  onDuplicate: (flow: Flow) => void;
  onDelete: (flow: Flow) => void;
}

/** The flows as rows, of which only those in view are rendered. */
export function FlowTable({
  rows,
  activity,
  selected,
  onSelect,
  hasMore,
  onMore,
  ...actions
}: {
  rows: readonly Flow[];
  activity: ReadonlyMap<string, FlowActivity>;
  selected: ReadonlySet<string>;
  onSelect: (codes: ReadonlySet<string>) => void;
  hasMore: boolean;
  onMore: () => void;
} & RowActions) {
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
  const areAll = rows.length > 0 && rows.every((row) => selected.has(row.code));
  const toggle = (code: string, isOn: boolean) => {
    const next = new Set(selected);
    if (isOn) next.add(code);
    else next.delete(code);
    onSelect(next);
  };
  return (
    <div
      ref={scroller}
      className="flex-1 min-h-0 overflow-auto flow-table"
      role="table"
      aria-label={t('nav.flows')}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      tabIndex={0}
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div role="row" className="grid-head flow-cells">
          <span role="columnheader" className="pick">
            <input
              type="checkbox"
              className="checkbox"
              aria-label={t('flows.selectAll')}
              checked={areAll}
              onChange={() => onSelect(new Set(areAll ? [] : rows.map((row) => row.code)))}
            />
          </span>
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader" className={column}>
              {t(`flows.column.${column}`)}
            </span>
          ))}
          <span role="columnheader" className="more">
            <span className="sr-only">{t('flows.column.actions')}</span>
          </span>
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const flow = rows[item.index];
          return (
            flow && (
              <FlowRow
                key={flow.id}
                flow={flow}
                index={item.index}
                top={item.start}
                activity={activity.get(flow.code)}
                isSelected={selected.has(flow.code)}
                onToggle={toggle}
                {...actions}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
