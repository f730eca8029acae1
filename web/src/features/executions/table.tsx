import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Execution } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { Status } from '../../ui/status';
import { Duration, Time } from '../../ui/time';

const ROW = 36;
/** The id of an API key after its name. */
const KEY_ID = / \([0-9a-f]+\)$/;
/** Below this width the table scrolls sideways; rows out of the flow cannot widen it. */
const MIN_WIDTH = 1010;
const COLUMNS = {
  gridTemplateColumns:
    '108px minmax(140px, 1.2fr) minmax(96px, 0.8fr) 80px 108px minmax(110px, 0.7fr) minmax(200px, 2.2fr)',
};

/** Rows of executions; only those in view exist in the page. */
export function ExecutionTable({
  rows,
  hasMore,
  onMore,
}: {
  rows: readonly Execution[];
  hasMore: boolean;
  onMore: () => void;
}) {
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
  return (
    <div
      ref={scroller}
      className="flex-1 min-h-0 overflow-auto"
      role="table"
      aria-label={t('nav.executions')}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      tabIndex={0}
    >
      <div role="rowgroup" className="sticky top-0 z-10" style={{ minWidth: MIN_WIDTH }}>
        <div role="row" className="grid-head" style={COLUMNS}>
          {['status', 'flow', 'key', 'took', 'started', 'by', 'reason'].map((column) => (
            <span key={column} role="columnheader" className={column === 'took' ? 'num' : ''}>
              {t(`executions.column.${column}`)}
            </span>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className="relative"
        style={{ minWidth: MIN_WIDTH, height: virtual.getTotalSize() }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={row.id}
                role="row"
                aria-rowindex={item.index + 2}
                className="grid-row absolute inset-x-0"
                style={{ ...COLUMNS, top: item.start }}
              >
                <span role="cell">
                  <Status status={row.status} />
                </span>
                <span role="cell">
                  <Link
                    to="/executions/$id"
                    params={{ id: row.id }}
                    className="font-medium"
                    title={row.flow}
                  >
                    {row.flow}
                  </Link>{' '}
                  <span className="text-faint">
                    {row.test ? t('execution.test') : row.version ? `v${row.version}` : ''}
                  </span>
                </span>
                <span role="cell" className="mono" title={row.businessKey ?? row.id}>
                  {row.businessKey ?? <span className="text-faint">…{row.id.slice(-8)}</span>}
                </span>
                <span role="cell" className="num">
                  <Duration start={row.startedAt} end={row.endedAt} />
                </span>
                <span role="cell" className="text-muted">
                  <Time at={row.startedAt} />
                </span>
                <span role="cell" className="text-muted" title={row.startedBy ?? undefined}>
                  {row.startedBy?.replace(KEY_ID, '') ?? ''}
                </span>
                <span
                  role="cell"
                  title={row.error ? `${row.error}: ${row.cause ?? ''}` : undefined}
                >
                  <Reason row={row} />
                </span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** Why the execution is where it is: its error, or what it waits for. */
function Reason({ row }: { row: Execution }) {
  const { t } = useText();
  if (row.error) {
    return (
      <>
        <code className="mono text-bad">{row.error}</code>{' '}
        <span className="text-muted">{row.cause}</span>
      </>
    );
  }
  if (row.waitsFor.length > 0 && !row.endedAt) {
    return (
      <span className="text-muted">
        {t('executions.waitsFor', { what: row.waitsFor.join(', ') })}
      </span>
    );
  }
  return null;
}
