import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { frameName, latestStep } from '../../../model/run/frames';
import { frameStatus, type OutlineRow } from '../../../model/run/outline-rows';
import { stateName, stateType, stepId } from '../../../model/run/run';
import type { Status as StatusCode } from '../../../model/run/status';
import { formatDuration } from '../../../model/time/duration';
import { Icon } from '../../../ui/icons';
import { Status } from '../../../ui/status';
import { Duration, useNow } from '../../../ui/time';
import type { RunView } from '../use-run-view';

const ROW = 28;
const INDENT = 16;

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
    estimateSize: () => ROW,
    overscan: 10,
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
        <span className="clip font-medium">{execution.flow}</span>
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
                top={item.start}
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

interface RowProps {
  row: OutlineRow;
  view: RunView;
  top: number;
  isSelected: boolean;
  onSelect: (step: string) => void;
  onToggle: (row: OutlineRow) => void;
}

const Row = memo(function Row({ row, view, top, isSelected, onSelect, onToggle }: RowProps) {
  const { t } = useText();
  const { run, tree, shown } = view;
  const status = rowStatus(row, view);
  const isOff = row.kind === 'state' || status === null;
  const failed = status === 'FAILED' && row.kind !== 'group';
  const state = row.kind === 'step' ? stepId(run, row.step) : undefined;
  return (
    <div
      id={`row-${row.key}`}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-expanded={row.canOpen ? row.isOpen : undefined}
      data-step={state}
      data-status={status ?? undefined}
      className={`tree-row absolute inset-x-0 ${failed ? 'failed' : ''} ${isOff ? 'off' : ''}`}
      style={{ top, paddingLeft: 8 + row.depth * INDENT }}
      onClick={() => {
        if (row.kind === 'step') onSelect(stepId(run, row.step));
        else if (row.canOpen) onToggle(row);
      }}
    >
      {row.canOpen ? (
        <span
          className="text-faint"
          onClick={(event) => {
            event.stopPropagation();
            onToggle(row);
          }}
        >
          <Icon of={row.isOpen ? ChevronDown : ChevronRight} size="xs" />
        </span>
      ) : (
        <span style={{ width: 12 }} />
      )}
      <Status status={status ?? 'PENDING'} iconOnly />
      {row.kind === 'step' && <Name of={stateName(run, row.step)} />}
      {row.kind === 'state' && <Name of={row.name} />}
      {row.kind === 'frame' && <Name of={frameTitle(row.frame)} />}
      {row.kind === 'group' && (
        <span className="clip">{t(`outline.group.${row.status}`, { count: row.count })}</span>
      )}
      <span className="took">
        {row.kind === 'state' || (row.kind === 'step' && status === null) ? (
          row.kind === 'state' && t('outline.notReached')
        ) : row.kind === 'step' ? (
          <Took view={view} first={row.step} last={row.step} />
        ) : (
          row.kind === 'frame' && <FrameTook view={view} frame={row.frame} />
        )}
      </span>
    </div>
  );

  function frameTitle(frame: number): string {
    const name = frameName(run, frame);
    const above = tree.stepAbove(frame);
    const type = above < 0 ? '' : stateType(run, above);
    if (type === 'Parallel') return t('outline.branch', { number: Number(name) + 1 });
    if (type === 'Map') {
      const last = latestStep(tree, shown, frame);
      const place = last >= 0 && shown.status(last) === 'FAILED' ? ` ${stateName(run, last)}` : '';
      return `${name}${place}`;
    }
    return name;
  }
});

function rowStatus(row: OutlineRow, { tree, shown }: RunView): StatusCode | null {
  switch (row.kind) {
    case 'step':
      return shown.status(row.step);
    case 'frame':
      return latestStep(tree, shown, row.frame) < 0 ? null : frameStatus(tree, shown, row.frame);
    case 'group':
      return row.status;
    case 'state':
      return null;
  }
}

function FrameTook({ view, frame }: { view: RunView; frame: number }) {
  const first = view.tree.stepsOf(frame)[0];
  const last = latestStep(view.tree, view.shown, frame);
  return first === undefined || last < 0 ? null : <Took view={view} first={first} last={last} />;
}

/** The time from the start of a step to the end of another, or until now. */
function Took({ view, first, last }: { view: RunView; first: number; last: number }) {
  const { run, shown, moment } = view;
  const now = useNow();
  const end = shown.endOf(last) ?? (moment === null ? now - run.startedAt : shown.at);
  return <>{formatDuration(Math.max(0, end - shown.startOf(first)))}</>;
}

function Name({ of: name }: { of: string }) {
  return (
    <span className="clip" title={name}>
      {name}
    </span>
  );
}
