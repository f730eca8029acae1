import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useText } from '../../../i18n/i18n';
import { ITEM_STATUSES, type Items } from '../../../model/run/items';
import { formatDuration } from '../../../model/time/duration';
import type { RunView } from '../use-run-view';

const ROW = 28;

/** The items of a Map as rows, with key, state and error. */
export function ItemList({
  view,
  items,
  order,
  selected,
  onSelect,
  onOpen,
}: {
  view: RunView;
  items: Items;
  order: Int32Array;
  selected: number;
  onSelect: (item: number) => void;
  onOpen: (item: number) => void;
}) {
  const { t } = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const place = order.indexOf(selected);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place]);
  const onKey = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: place + 1,
      ArrowUp: place - 1,
      Home: 0,
      End: order.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      const item = order[Math.max(0, Math.min(order.length - 1, next))];
      if (item !== undefined) onSelect(item);
    } else if (event.key === 'Enter' && place >= 0) onOpen(selected);
  };
  return (
    <div
      ref={scroller}
      className="item-list"
      role="listbox"
      aria-label={t('items.label', { count: order.length })}
      aria-activedescendant={place < 0 ? undefined : `item-${selected}`}
      tabIndex={0}
      onKeyDown={onKey}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((row) => {
          const item = order[row.index] ?? 0;
          const status = ITEM_STATUSES[items.status[item] ?? 0] ?? 'pending';
          return (
            <div
              key={item}
              id={`item-${item}`}
              role="option"
              aria-selected={item === selected}
              aria-posinset={row.index + 1}
              aria-setsize={order.length}
              className="item-row"
              style={{ top: row.start }}
              onClick={() => onOpen(item)}
            >
              <i className={status} />
              <span className="num">{item}</span>
              <span className="clip" title={items.keyOf(item) ?? undefined}>
                {items.keyOf(item)}
              </span>
              <span>{t(`items.status.${status}`)}</span>
              <span className="clip" title={items.stateOf(item) ?? undefined}>
                {items.stateOf(item)}
              </span>
              <code className="clip text-bad" title={items.errorOf(item) ?? undefined}>
                {items.errorOf(item)}
              </code>
              <span className="took">{tookOf(view, items, item)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function tookOf({ tree, shown }: RunView, items: Items, item: number): string {
  const frame = items.frame[item] ?? -1;
  const last = items.step[item] ?? -1;
  const first = frame < 0 ? undefined : tree.stepsOf(frame)[0];
  if (first === undefined || last < 0) return '';
  return formatDuration(Math.max(0, (shown.endOf(last) ?? shown.at) - shown.startOf(first)));
}
