import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { notReached, outlineRows, type OutlineRow } from '../../../model/run/outline-rows';
import { stateType, stepId } from '../../../model/run/run';
import { Icon } from '../../../ui/icons';
import { Status } from '../../../ui/status';
import { RowName, RowTook, rowStatus } from '../components/outline-row';
import type { RunView } from '../use-run-view';
import { PhoneDiff } from './phone-diff';

const ROW = 44;
const NOTHING: ReadonlySet<number> = new Set();

/** The steps as a list for thumbs; what differs is below the failed one. */
export function PhoneSteps({
  execution,
  view,
  states,
  onSelect,
}: {
  execution: Execution;
  view: RunView;
  states: readonly string[];
  onSelect: (step: string) => void;
}) {
  const { t } = useText();
  const { tree, shown, run, failed, moment } = view;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () =>
      outlineRows({
        tree,
        state: shown,
        toggled,
        revealed: NOTHING,
        notReached: notReached(tree, states),
        isCompact: true,
      }),
    [tree, shown, toggled, states],
  );
  const cause = moment === null ? (failed?.index ?? -1) : -1;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const toggle = (row: OutlineRow) => setToggled(new Map(toggled).set(row.key, !row.isOpen));
  if (run.stepCount === 0) return <p className="p-4 text-muted">{t('execution.noSteps')}</p>;
  return (
    <div ref={scroller} className="phone-steps">
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const status = rowStatus(row, view);
          const isCause = row.kind === 'step' && row.step === cause;
          return (
            <li
              key={row.key}
              ref={virtual.measureElement}
              data-index={item.index}
              style={{ transform: `translateY(${item.start}px)` }}
              className={isCause ? 'cause' : ''}
            >
              <div className="phone-row" style={{ paddingLeft: 16 + row.depth * 16 }}>
                <button
                  type="button"
                  className={`phone-name ${status === null ? 'off' : ''}`}
                  disabled={row.kind === 'state' || (row.kind === 'step' && status === null)}
                  onClick={() =>
                    row.kind === 'step' ? onSelect(stepId(run, row.step)) : toggle(row)
                  }
                >
                  <Status status={status ?? 'PENDING'} iconOnly />
                  <RowName row={row} view={view} />
                  <RowNote row={row} view={view} />
                  <span className="took">
                    <RowTook row={row} view={view} />
                  </span>
                  {row.kind === 'step' && !row.canOpen && <Icon of={ChevronRight} size="s" />}
                </button>
                {row.canOpen && (
                  <button
                    type="button"
                    className="icon-btn"
                    aria-expanded={row.isOpen}
                    aria-label={row.isOpen ? t('phone.close') : t('phone.open')}
                    onClick={() => toggle(row)}
                  >
                    <Icon of={row.isOpen ? ChevronDown : ChevronRight} size="s" />
                  </button>
                )}
              </div>
              {isCause && <PhoneDiff execution={execution} view={view} onSelect={onSelect} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** How many frames a closed step has, or its attempt if it is not the first. */
function RowNote({ row, view }: { row: OutlineRow; view: RunView }) {
  const { t } = useText();
  const { run, tree, shown } = view;
  if (row.kind !== 'step') return null;
  const count = tree.framesOf(row.step).length;
  const attempt = shown.attempt(row.step);
  const text =
    count > 0
      ? t(stateType(run, row.step) === 'Map' ? 'timeline.lanes' : 'node.branches', { count })
      : attempt > 1
        ? t('execution.attempt', { number: attempt })
        : '';
  return text === '' ? null : <span className="label">{text}</span>;
}
