import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent } from 'react';
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
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'auto' });
    // Only another selection moves the list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [index, current < 0]);
  const onKey = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    const row = rows[current];
    if (move !== 0) {
      event.preventDefault();
      for (let i = current + move; i >= 0 && i < rows.length; i += move) {
        const next = rows[i];
        if (next?.kind === 'step') return onSelect(stepId(run, next.step));
      }
    } else if (
      row?.canOpen &&
      ((event.key === 'ArrowLeft' && row.isOpen) || (event.key === 'ArrowRight' && !row.isOpen))
    ) {
      event.preventDefault();
      onToggle(row);
    }
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
        aria-activedescendant={current >= 0 ? `row-s${index}` : undefined}
        className="relative"
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
