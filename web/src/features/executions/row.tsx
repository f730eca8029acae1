import { Link } from '@tanstack/react-router';
import { PanelRight } from 'lucide-react';
import { memo, type CSSProperties } from 'react';
import type { Execution } from '../../api/types';
import { useText } from '../../i18n/i18n';
import type { Column } from '../../model/executions/columns';
import { flowNameOf } from '../../model/executions/flow-name';
import { isSelected, type Selection } from '../../model/executions/selection';
import { Icon } from '../../ui/icons';
import { Status } from '../../ui/status';
import { Duration, Time } from '../../ui/time';
import { Labels, Reason, Steps, Trigger } from './cells';

/** The id of an API key after its name. */
const KEY_ID = / \([^()]+\)$/;

/** One execution; a row that is not in memory yet is a skeleton of the same height. */
export const ExecutionRow = memo(function ExecutionRow({
  index,
  row,
  columns,
  style,
  isActive,
  isPeeked,
  selection,
  onActivate,
  onToggle,
  onPeek,
}: {
  index: number;
  row: Execution | undefined;
  columns: readonly Column[];
  style: CSSProperties;
  isActive: boolean;
  isPeeked: boolean;
  selection: Selection;
  onActivate: () => void;
  onToggle: (id: string, extend: boolean) => void;
  onPeek: (id: string | undefined) => void;
}) {
  const { t } = useText();
  if (!row)
    return (
      <div role="row" className="grid-row absolute inset-x-0" style={style} aria-busy>
        <span role="gridcell" className="skeleton col-span-3" />
      </div>
    );
  const selected = isSelected(selection, row.id);
  const name = row.businessKey ?? row.id;
  return (
    <div
      id={`execution-row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-active={isActive || undefined}
      data-peeked={isPeeked || undefined}
      className="grid-row execution-row absolute inset-x-0"
      style={style}
      onClick={onActivate}
    >
      <span role="gridcell" className="cell-check">
        <input
          type="checkbox"
          className="checkbox"
          aria-label={t('executions.select', { name })}
          checked={selected}
          onClick={(event) => onToggle(row.id, event.shiftKey)}
          onChange={() => undefined}
        />
      </span>
      {columns.map((column) => (
        <span role="gridcell" key={column} className={CLASSES[column]}>
          <Cell column={column} row={row} />
        </span>
      ))}
      <span role="gridcell" className="peek-cell">
        <button
          type="button"
          className="icon-btn small peek-button"
          aria-label={t('executions.peek', { name })}
          aria-pressed={isPeeked}
          tabIndex={-1}
          onClick={() => onPeek(isPeeked ? undefined : row.id)}
        >
          <Icon of={PanelRight} size="s" />
        </button>
      </span>
    </div>
  );
});

const CLASSES: Partial<Record<Column, string>> = {
  key: 'mono',
  trigger: 'text-muted',
  took: 'num',
  started: 'text-muted',
  updated: 'text-muted',
  by: 'text-muted',
};

function Cell({ column, row }: { column: Column; row: Execution }) {
  const { t } = useText();
  switch (column) {
    case 'status':
      return <Status status={row.status} />;
    case 'flow':
      return (
        <>
          <Link
            to="/executions/$id"
            params={{ id: row.id }}
            className="cell-flow"
            title={row.flow}
            tabIndex={-1}
          >
            {flowNameOf(row)}
          </Link>{' '}
          <span className="text-faint">
            {row.test ? t('execution.test') : row.version ? `v${row.version}` : ''}
          </span>
        </>
      );
    case 'key':
      return row.businessKey ? (
        <bdi title={row.businessKey}>{row.businessKey}</bdi>
      ) : (
        <span className="text-faint" title={row.id}>
          …{row.id.slice(-8)}
        </span>
      );
    case 'trigger':
      return <Trigger kind={row.trigger} />;
    case 'steps':
      return <Steps row={row} />;
    case 'took':
      return row.status === 'PENDING' ? null : <Duration start={row.startedAt} end={row.endedAt} />;
    case 'started':
      return <Time at={row.startedAt} />;
    case 'updated':
      return <Time at={row.progress?.updatedAt ?? row.endedAt ?? row.startedAt} />;
    case 'by':
      return (
        <bdi title={row.startedBy ?? undefined}>{row.startedBy?.replace(KEY_ID, '') ?? ''}</bdi>
      );
    case 'labels':
      return <Labels labels={row.labels} />;
    case 'reason':
      return <Reason row={row} />;
  }
}
