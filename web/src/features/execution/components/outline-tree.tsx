import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { flowNameOf } from '../../../model/executions/flow-name';
import type { OutlineRow } from '../../../model/run/outline-rows';
import { stepId } from '../../../model/run/run';
import { formatDuration } from '../../../model/time/duration';
import { Status } from '../../../ui/status';
import { Duration } from '../../../ui/time';
import type { RunView } from '../use-run-view';
import { Row } from './outline-row';

const HEIGHT = 28;

/** The rows of the outline: a tree with a single tab stop, of which only the visible part exists. */
export function OutlineTree({
  execution,
  view,
  rows,
  onSelect,
  onToggle,
}: {
  execution: Execution;
  view: RunView;
  rows: readonly OutlineRow[];
  onSelect: (step: string) => void;
  onToggle: (row: OutlineRow) => void;
}) {
  const { t } = useText();
  const { run, selected, moment } = view;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 10,
    scrollMargin: HEIGHT,
    scrollPaddingStart: HEIGHT,
    scrollPaddingEnd: HEIGHT,
  });
  const index = selected?.index ?? -1;
  const current = rows.findIndex((row) => row.kind === 'step' && row.step === index);
  // The row that has the keys if it is not the selected step, such as an item that is closed.
  const [place, setPlace] = useState<{ key: string; index: number } | null>(null);
  const placed = place?.index === index ? rows.findIndex((row) => row.key === place.key) : -1;
  const active = placed >= 0 ? placed : current;
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
    // Only another selection or place moves the list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [index, place, current < 0]);
  const goTo = (row: OutlineRow | undefined) => {
    if (!row) return;
    setPlace(row.kind === 'step' ? null : { key: row.key, index });
    if (row.kind === 'step') onSelect(stepId(run, row.step));
  };
  const onKey = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    const row = rows[active];
    if (move !== 0) goTo(rows[active + move]);
    else if (event.key === 'Enter' && row?.kind === 'step') onSelect(stepId(run, row.step));
    else if (
      row?.canOpen &&
      (event.key === 'Enter' ||
        (event.key === 'ArrowLeft' && row.isOpen) ||
        (event.key === 'ArrowRight' && !row.isOpen))
    )
      onToggle(row);
    else return;
    event.preventDefault();
  };
  const rootStatus =
    moment === null ? execution.status : view.shown.stepCount > 0 ? 'RUNNING' : 'PENDING';
  return (
    <div ref={scroller} className="flex-1 min-h-0 overflow-auto px-2 pb-2">
      <div className="tree-row" aria-hidden>
        <Status status={rootStatus} iconOnly />
        <span className="clip font-medium">{flowNameOf(execution)}</span>
        <span className="took">
          {moment === null ? (
            <Duration start={execution.startedAt} end={execution.endedAt} />
          ) : (
            formatDuration(view.shown.at)
          )}
        </span>
      </div>
      <div
        role="tree"
        aria-label={t('execution.outline')}
        tabIndex={0}
        aria-activedescendant={active >= 0 ? `row-${rows[active]?.key}` : undefined}
        className="relative outline-tree"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKey}
      >
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <Row
                key={row.key}
                row={row}
                view={view}
                top={item.start - HEIGHT}
                isSelected={item.index === current}
                isActive={item.index === active}
                onSelect={onSelect}
                onToggle={onToggle}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
