import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { useText } from '../../../i18n/i18n';
import { frameName, latestStep } from '../../../model/run/frames';
import { shownFrameStatus, type OutlineRow } from '../../../model/run/outline-rows';
import { stateName, stateType, stepId } from '../../../model/run/run';
import type { Status as StatusCode } from '../../../model/run/status';
import { visible } from '../../../model/text';
import { formatDuration } from '../../../model/time/duration';
import { Icon } from '../../../ui/icons';
import { Status } from '../../../ui/status';
import { useNow } from '../../../ui/time';
import type { RunView } from '../use-run-view';

const INDENT = 16;

interface RowProps {
  row: OutlineRow;
  view: RunView;
  top: number;
  isSelected: boolean;
  /** True if the keys go to it. */
  isActive: boolean;
  onSelect: (step: string) => void;
  onToggle: (row: OutlineRow) => void;
}

/** A row of the outline as it was at the shown moment. */
export const Row = memo(function Row({
  row,
  view,
  top,
  isSelected,
  isActive,
  onSelect,
  onToggle,
}: RowProps) {
  const { run } = view;
  const status = rowStatus(row, view);
  const isOff = row.kind === 'state' || status === null;
  const failed = status === 'FAILED' && row.kind !== 'group';
  return (
    <div
      id={`row-${row.key}`}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-expanded={row.canOpen ? row.isOpen : undefined}
      data-active={isActive || undefined}
      data-step={row.kind === 'step' ? stepId(run, row.step) : undefined}
      data-status={(row.kind === 'step' ? view.shown.status(row.step) : status) ?? undefined}
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
        <span className="flex-none" style={{ width: 12 }} />
      )}
      <Status status={status ?? 'PENDING'} iconOnly />
      <RowName row={row} view={view} />
      <span className="took">
        <RowTook row={row} view={view} />
      </span>
    </div>
  );
});

/** Returns the status of what a row shows; null if it had not begun. */
export function rowStatus(row: OutlineRow, { tree, shown }: RunView): StatusCode | null {
  switch (row.kind) {
    case 'step':
      return shown.shownStatus(row.step);
    case 'frame':
      return latestStep(tree, shown, row.frame) < 0
        ? null
        : shownFrameStatus(tree, shown, row.frame);
    case 'group':
      return row.status;
    case 'state':
      return null;
  }
}

export function RowName({ row, view }: { row: OutlineRow; view: RunView }) {
  const { t } = useText();
  const { run, tree, shown } = view;
  switch (row.kind) {
    case 'step':
      return <Name of={stateName(run, row.step)} />;
    case 'state':
      return <Name of={row.name} />;
    case 'group':
      return <span className="clip">{t(`outline.group.${row.status}`, { count: row.count })}</span>;
    case 'frame': {
      const name = frameName(run, row.frame);
      const above = tree.stepAbove(row.frame);
      const type = above < 0 ? '' : stateType(run, above);
      const last = latestStep(tree, shown, row.frame);
      const id = run.frames[row.frame] ?? '';
      if (id.startsWith('/~end')) return <Name of={t('outline.endTask')} />;
      if (id.startsWith('/~')) return <Name of={t('outline.compensation')} />;
      if (type === 'Parallel')
        return <Name of={t('outline.branch', { number: Number(name) + 1 })} />;
      return (
        <>
          <Name of={name} />
          {last >= 0 && shown.status(last) === 'FAILED' && (
            <span className="label clip">{stateName(run, last)}</span>
          )}
        </>
      );
    }
  }
}

/** How long it took until the shown moment. */
export function RowTook({ row, view }: { row: OutlineRow; view: RunView }) {
  const { t } = useText();
  const { tree, shown } = view;
  switch (row.kind) {
    case 'group':
      return null;
    case 'state':
      return t('outline.notReached');
    case 'step':
      return shown.hasBegun(row.step) && <Took view={view} first={row.step} last={row.step} />;
    case 'frame': {
      const first = tree.stepsOf(row.frame)[0];
      const last = latestStep(tree, shown, row.frame);
      return first !== undefined && last >= 0 && <Took view={view} first={first} last={last} />;
    }
  }
}

/** The time from the start of a step to the end of another, or until now. */
function Took({ view, first, last }: { view: RunView; first: number; last: number }) {
  const { run, shown, moment } = view;
  const now = useNow();
  const end = shown.endOf(last) ?? (moment === null ? now - run.startedAt : shown.at);
  return formatDuration(Math.max(0, end - shown.startOf(first)));
}

function Name({ of: name }: { of: string }) {
  const text = visible(name);
  return (
    <span className="clip" title={text}>
      {text}
    </span>
  );
}
