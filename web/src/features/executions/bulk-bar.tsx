import { useQuery } from '@tanstack/react-query';
import { CircleStop, Pause, Play, RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/session';
import { useText } from '../../i18n/i18n';
import type { BulkAction } from '../../model/executions/bulk';
import type { ExecutionFilter } from '../../model/executions/filter';
import { MAX_SELECTED, NOTHING_SELECTED, type Selection } from '../../model/executions/selection';
import { Icon } from '../../ui/icons';
import { BulkSheet } from './bulk-sheet';
import { useKeys } from '../../ui/keys';
import { histogramQuery } from './queries';

const ACTIONS = [
  ['retry', RotateCw],
  ['cancel', CircleStop],
  ['signal', Send],
  ['pause', Pause],
  ['resume', Play],
] as const;

/** What can be done with the selected executions; every action first shows what it would do. */
export function BulkBar({
  filter,
  readAt,
  selection,
  onSelect,
  onDone,
}: {
  filter: ExecutionFilter;
  readAt: number;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  onDone: () => void;
}) {
  const { t } = useText();
  const [action, setAction] = useState<BulkAction | null>(null);
  const mayOperate = useMay('OPERATE');
  const total = useQuery(histogramQuery(filter, readAt)).data?.total;
  const count = selection.all ? total : selection.ids.size;
  // Bulk actions repeat their search, which the bounded search in errors of steps does not allow.
  const canSelectAll = filter.stepError === undefined;
  useKeys({
    Escape: () => onSelect(NOTHING_SELECTED),
    ...(mayOperate ? { r: () => setAction('retry') } : {}),
  });
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('bulk.title')}>
      <b aria-live="polite">{t('bulk.selected', { count: count ?? 0 })}</b>
      {!selection.all && canSelectAll && total !== undefined && total > selection.ids.size && (
        <button
          type="button"
          className="btn ghost small under"
          onClick={() => onSelect({ ids: new Set(), all: true, anchor: null })}
        >
          {t('bulk.selectAll', { count: total })}
        </button>
      )}
      <span className="divider" />
      {ACTIONS.map(([name, icon]) => (
        <button
          key={name}
          type="button"
          className={`btn small ${name === 'retry' ? 'primary' : ''}`}
          aria-disabled={!mayOperate}
          title={mayOperate ? undefined : t('bulk.needsOperate')}
          onClick={() => mayOperate && setAction(name)}
        >
          <Icon of={icon} size="s" /> {t(`bulk.${name}`)}
          {name === 'retry' && <kbd>r</kbd>}
        </button>
      ))}
      <span className="label bulk-hint">
        {selection.ids.size === MAX_SELECTED
          ? t('bulk.maximum', { count: MAX_SELECTED })
          : t('bulk.hint')}
      </span>
      <button
        type="button"
        className="btn ghost small ml-auto"
        onClick={() => onSelect(NOTHING_SELECTED)}
      >
        {t('bulk.clear')} <kbd>Esc</kbd>
      </button>
      {action && (
        <BulkSheet
          action={action}
          filter={filter}
          readAt={readAt}
          selection={selection}
          onClose={(isDone) => {
            setAction(null);
            if (isDone) {
              onSelect(NOTHING_SELECTED);
              onDone();
            }
          }}
        />
      )}
    </div>
  );
}
