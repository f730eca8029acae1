import { Archive, ArchiveRestore, Download, Pause, Play, Tag } from 'lucide-react';
import { useEffect } from 'react';
import { useMay } from '../../../api/session';
import type { FlowBulkAction } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { download } from '../../../ui/download';
import { Icon } from '../../../ui/icons';
import { useToast } from '../../../ui/toast';
import { exportFlows } from '../queries';

const LIVE = ['ENABLE', 'DISABLE', 'TAG', 'UNTAG', 'ARCHIVE'] as const;
const ARCHIVED = ['RESTORE', 'TAG', 'UNTAG'] as const;
const ICONS = {
  ENABLE: Play,
  DISABLE: Pause,
  TAG: Tag,
  UNTAG: Tag,
  ARCHIVE: Archive,
  RESTORE: ArchiveRestore,
} as const;

/** Actions on the selected flows, docked below the list so that it covers no row. */
export function BulkBar({
  selected,
  isArchive,
  onAction,
  onClear,
}: {
  selected: ReadonlySet<string>;
  isArchive: boolean;
  onAction: (action: FlowBulkAction) => void;
  onClear: () => void;
}) {
  const { t } = useText();
  const toast = useToast();
  const mayEdit = useMay('EDIT');
  const mayPublish = useMay('PUBLISH');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isInLayer =
        event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]');
      if (event.key === 'Escape' && !isInLayer && !event.defaultPrevented) onClear();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClear]);
  const save = () =>
    void exportFlows([...selected]).then(
      (bundle) => download('flows.json', 'application/json', JSON.stringify(bundle, null, 2)),
      (error: unknown) => toast(error instanceof Error ? error.message : String(error)),
    );
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('flows.bulkBar')}>
      <b className="font-semibold whitespace-nowrap" role="status">
        {t('flows.selected', { count: selected.size })}
      </b>
      <span className="divider" />
      {(isArchive ? ARCHIVED : LIVE).map((action) => {
        const needs = action === 'TAG' || action === 'UNTAG' ? 'EDIT' : 'PUBLISH';
        const may = needs === 'EDIT' ? mayEdit : mayPublish;
        return (
          <button
            key={action}
            type="button"
            className="btn small"
            aria-disabled={!may}
            title={may ? undefined : t(`permission.${needs}`)}
            onClick={() => may && onAction(action)}
          >
            <Icon of={ICONS[action]} size="s" /> {t(`flows.bulk.${action}`)}
          </button>
        );
      })}
      <button type="button" className="btn small" onClick={save}>
        <Icon of={Download} size="s" /> {t('flows.menu.export')}
      </button>
      <button type="button" className="btn ghost small ml-auto" onClick={onClear}>
        {t('flows.clear')} <kbd>Esc</kbd>
      </button>
    </div>
  );
}
