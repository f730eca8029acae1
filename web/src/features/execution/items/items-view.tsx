import { useNavigate, useSearch } from '@tanstack/react-router';
import { LayoutGrid, List } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Execution } from '../../../api/types';
import { ItemGrid } from '../../../canvas/item-grid';
import { useText } from '../../../i18n/i18n';
import { ITEM_STATUSES, orderedItems, parseStatuses } from '../../../model/run/items';
import { stepId } from '../../../model/run/run';
import type { Scope } from '../../../model/run/scope';
import { Icon } from '../../../ui/icons';
import { MoreFailed } from '../../../ui/more';
import { ErrorState, SkeletonRows } from '../../../ui/states';
import type { RunView } from '../use-run-view';
import { ItemList } from './item-list';
import './items.css';
import { ItemsFilter } from './items-filter';
import { Pace } from './pace';
import { useItems } from './use-items';
import { useSelectedItem } from './use-selected-item';

/** All items of a Map: how far they have come, which failed, and the way into each of them. */
export function ItemsView({
  execution,
  definition,
  view,
  step,
  head,
  strip,
  stripHeight,
  onSelect,
  onOpen,
  onLeave,
}: {
  execution: Execution;
  definition: unknown;
  view: RunView;
  /** The Map step. */
  step: number;
  head: ReactNode;
  /** The states of an item, counted. */
  strip: ReactNode;
  stripHeight: number;
  onSelect: (step: string) => void;
  onOpen: (scope: Scope) => void;
  onLeave: () => void;
}) {
  const { t, locale } = useText();
  const navigate = useNavigate({ from: '/executions/$id' });
  const { items: wanted, find = '', list } = useSearch({ from: '/executions/$id' });
  const loaded = useItems(execution, definition, view, step);
  const { items, isDistributed } = loaded;
  const statuses = useMemo(() => parseStatuses(wanted), [wanted]);
  const order = useMemo(
    () => orderedItems(items, { statuses, text: find }),
    [items, statuses, find],
  );
  const [chosen, setChosen] = useState(-1);
  const selected = useSelectedItem(view, step, chosen);
  const change = (next: { items?: string | undefined; find?: string; list?: boolean }) =>
    void navigate({
      search: (before) => ({
        ...before,
        ...next,
        ...(next.find === '' ? { find: undefined } : {}),
        ...(next.list === false ? { list: undefined } : {}),
      }),
      replace: true,
    });
  const nameOf = (item: number) =>
    [
      t('timeline.item', { name: item }),
      items.keyOf(item),
      t(`items.status.${ITEM_STATUSES[items.status[item] ?? 0] ?? 'pending'}`),
      items.stateOf(item),
      items.errorOf(item),
    ]
      .filter(Boolean)
      .join(', ');
  const select = (item: number) => {
    setChosen(item);
    const own = items.step[item] ?? -1;
    if (own >= 0) onSelect(stepId(view.run, own));
  };
  const openItem = (item: number) => {
    setChosen(item);
    const other = items.executionOf(item);
    const frame = items.frame[item] ?? -1;
    const own = items.step[item] ?? -1;
    if (other !== null) void navigate({ to: '/executions/$id', params: { id: other }, search: {} });
    else if (frame >= 0) {
      onOpen({ kind: 'frame', frame });
      if (own >= 0) onSelect(stepId(view.run, own));
    }
  };
  const number = (value: number) => value.toLocaleString(locale);
  return (
    <section
      className="items-view"
      aria-label={t('items.title')}
      onKeyDown={(event) => {
        if (event.key === '[' && !(event.target instanceof HTMLInputElement)) onLeave();
      }}
    >
      <header className="items-head">
        {head}
        <span className="label clip">
          {loaded.concurrency === null
            ? t('node.each', { items: loaded.source })
            : t('items.eachAtMost', { items: loaded.source, count: loaded.concurrency })}
        </span>
        <span className="items-modes" role="group" aria-label={t('items.mode')}>
          <button
            type="button"
            aria-pressed={list !== true}
            aria-label={t('items.grid')}
            title={t('items.grid')}
            onClick={() => change({ list: false })}
          >
            <Icon of={LayoutGrid} size="s" />
          </button>
          <button
            type="button"
            aria-pressed={list === true}
            aria-label={t('items.list')}
            title={t('items.list')}
            onClick={() => change({ list: true })}
          >
            <Icon of={List} size="s" />
          </button>
        </span>
      </header>
      {!isDistributed && (
        <div className="items-strip" style={{ height: stripHeight }}>
          {strip}
        </div>
      )}
      <ItemsFilter
        counts={items.counts}
        statuses={statuses}
        find={find}
        onStatuses={(next) => change({ items: next })}
        onFind={(next) => change({ find: next })}
      />
      {loaded.error !== null && items.count === 0 ? (
        <ErrorState title={t('items.failed')} error={loaded.error} onRetry={loaded.retry} />
      ) : loaded.isLoading ? (
        <SkeletonRows rows={4} />
      ) : items.count === 0 ? (
        <p className="text-muted">{t('items.none')}</p>
      ) : order.length === 0 ? (
        <p className="text-muted">
          {t('items.noneFound')}{' '}
          <button
            type="button"
            className="under"
            onClick={() => change({ items: undefined, find: '' })}
          >
            {t('items.showAll')}
          </button>
        </p>
      ) : list === true ? (
        <ItemList
          view={view}
          items={items}
          order={order}
          selected={selected}
          onSelect={select}
          onOpen={openItem}
        />
      ) : (
        <ItemGrid
          label={t('items.label', { count: order.length })}
          order={order}
          status={items.status}
          selected={selected}
          nameOf={nameOf}
          onSelect={select}
          onOpen={openItem}
        />
      )}
      {loaded.error !== null && items.count > 0 && (
        <MoreFailed error={loaded.error} onRetry={loaded.retry} />
      )}
      <footer className="label items-foot">
        <span>
          {order.length === items.count
            ? t('items.foot', { count: items.count })
            : t('items.footFiltered', { shown: number(order.length), all: number(items.count) })}
        </span>
        <Pace
          view={view}
          done={items.counts.succeeded + items.counts.failed}
          all={items.count}
          step={step}
        />
      </footer>
    </section>
  );
}
