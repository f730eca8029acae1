import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { useText } from '../../../i18n/i18n';
import type { AlignedRow, ComparedStep } from '../../../model/run/compare';
import { formatDuration } from '../../../model/time/duration';
import { Status } from '../../../ui/status';
import { useNavigate, useSearch } from '@tanstack/react-router';

const ROW = 28;

/** The aligned steps; arrow keys move, and only what differs can be shown. */
export function CompareRows({
  rows,
  selected,
  onSelect,
}: {
  rows: readonly AlignedRow[];
  selected: AlignedRow | null;
  onSelect: (row: AlignedRow) => void;
}) {
  const { t } = useText();
  const { find } = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  const differingOnly = find === 'differing';
  const shown = useMemo(
    () => (differingOnly ? rows.filter((row) => row.differs.length > 0) : rows),
    [rows, differingOnly],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const at = shown.findIndex((row) => row.key === selected?.key);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);
  const onKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: shown.length - 1,
    };
    const target = steps[event.key];
    const next =
      event.key === 'n'
        ? shown.find((row, i) => i > at && row.differs.length > 0)
        : target === undefined
          ? undefined
          : shown[target];
    if (!next) return;
    event.preventDefault();
    onSelect(next);
  };
  return (
    <section className="compare-rows" aria-label={t('compare.steps')}>
      <div className="compare-cols label">
        <label className="flex items-center gap-2 text-text">
          <input
            type="checkbox"
            className="checkbox"
            checked={differingOnly}
            onChange={(event) =>
              void navigate({
                search: (before) => ({
                  ...before,
                  find: event.target.checked ? 'differing' : undefined,
                }),
                replace: true,
              })
            }
          />
          {t('compare.differingOnly')}
        </label>
        <span>{t('compare.there')}</span>
        <span>{t('compare.here')}</span>
      </div>
      {shown.length === 0 && <p className="px-4 py-2 text-muted">{t('compare.noDifference')}</p>}
      <div ref={scroller} className="flex-1 min-h-0 overflow-auto">
        <div
          role="listbox"
          aria-label={t('compare.steps')}
          tabIndex={0}
          aria-activedescendant={selected ? `cmp-${selected.key}` : undefined}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKey}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = shown[item.index];
            if (!row) return null;
            return (
              <Row
                key={row.key}
                row={row}
                top={item.start}
                isSelected={row.key === selected?.key}
                onSelect={onSelect}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

function Row({
  row,
  top,
  isSelected,
  onSelect,
}: {
  row: AlignedRow;
  top: number;
  isSelected: boolean;
  onSelect: (row: AlignedRow) => void;
}) {
  const { t } = useText();
  const kinds = row.differs.filter((kind) => kind !== 'duration');
  const what =
    row.differs[0] === 'path'
      ? t(row.left ? 'compare.onlyThere' : 'compare.onlyHere')
      : row.differs.map((kind) => t(`compare.kind.${kind}`)).join(', ');
  return (
    <div
      id={`cmp-${row.key}`}
      role="option"
      aria-selected={isSelected}
      className={`compare-row ${kinds.length > 0 ? 'differs' : ''}`}
      style={{ top }}
      title={what === '' ? row.state : `${row.state}: ${what}`}
      onClick={() => onSelect(row)}
    >
      <span className="compare-mark" aria-hidden>
        {row.differs[0] === 'path' ? (row.left ? '−' : '+') : kinds.length > 0 ? '≠' : ''}
      </span>
      <span className="clip" style={{ paddingLeft: row.depth * 12 }}>
        {row.state}
        {what !== '' && <span className="sr-only">, {what}</span>}
      </span>
      <Side step={row.left} isOdd={row.differs.includes('duration')} />
      <Side step={row.right} isOdd={row.differs.includes('duration')} />
    </div>
  );
}

function Side({ step, isOdd }: { step: ComparedStep | null; isOdd: boolean }) {
  if (!step) return <span className="compare-side text-faint">–</span>;
  return (
    <span className="compare-side">
      <span className={isOdd ? 'font-semibold text-text' : ''}>
        {step.tookMs === null ? '' : formatDuration(step.tookMs)}
      </span>
      <Status status={step.status} iconOnly />
    </span>
  );
}
