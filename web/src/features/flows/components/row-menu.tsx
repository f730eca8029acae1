import { useNavigate } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  Copy,
  Download,
  Ellipsis,
  ListTree,
  Pause,
  Play,
  Trash2,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useMay } from '../../../api/session';
import type { Flow } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { download } from '../../../ui/download';
import { Icon } from '../../../ui/icons';
import { useToast } from '../../../ui/toast';
import { exportFlows } from '../queries';
import type { RowActions } from './table';

/** What can be done with one flow; what the user may not do states the reason. */
export function RowMenu({ flow, onAction, onDuplicate, onDelete }: { flow: Flow } & RowActions) {
  const { t } = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const mayEdit = useMay('EDIT');
  const mayPublish = useMay('PUBLISH');
  const mayDelete = useMay('ADMINISTER');
  const isArchived = flow.status === 'ARCHIVED';
  const save = () =>
    void exportFlows([flow.code]).then(
      (bundle) =>
        download(`${flow.code}.json`, 'application/json', JSON.stringify(bundle, null, 2)),
      (error: unknown) => toast(error instanceof Error ? error.message : String(error)),
    );
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className="icon-btn small"
        aria-label={t('flows.menu', { name: flow.name })}
      >
        <Icon of={Ellipsis} size="s" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <Item
            icon={Workflow}
            text={t('flows.menu.open')}
            onSelect={() => void navigate({ to: '/flows/$flow', params: { flow: flow.code } })}
          />
          <Item
            icon={ListTree}
            text={t('nav.executions')}
            onSelect={() => void navigate({ to: '/executions', search: { flow: flow.code } })}
          />
          <Item
            icon={Copy}
            text={t('flows.menu.duplicate')}
            needs={mayEdit ? null : 'EDIT'}
            onSelect={() => onDuplicate(flow)}
          />
          <Item icon={Download} text={t('flows.menu.export')} onSelect={save} />
          <div className="menu-line" />
          {flow.status === 'INACTIVE' && (
            <Item
              icon={Play}
              text={t('flows.bulk.ENABLE')}
              needs={mayPublish ? null : 'PUBLISH'}
              onSelect={() => onAction('ENABLE', flow)}
            />
          )}
          {flow.status === 'ACTIVE' && (
            <Item
              icon={Pause}
              text={t('flows.bulk.DISABLE')}
              needs={mayPublish ? null : 'PUBLISH'}
              onSelect={() => onAction('DISABLE', flow)}
            />
          )}
          <Item
            icon={isArchived ? ArchiveRestore : Archive}
            text={t(isArchived ? 'flows.bulk.RESTORE' : 'flows.bulk.ARCHIVE')}
            needs={mayPublish ? null : 'PUBLISH'}
            onSelect={() => onAction(isArchived ? 'RESTORE' : 'ARCHIVE', flow)}
          />
          {isArchived && (
            <Item
              icon={Trash2}
              text={t('flows.menu.delete')}
              needs={mayDelete ? null : 'ADMINISTER'}
              onSelect={() => onDelete(flow)}
            />
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({
  icon,
  text,
  needs = null,
  onSelect,
}: {
  icon: LucideIcon;
  text: string;
  needs?: string | null;
  onSelect: () => void;
}) {
  const { t } = useText();
  return (
    <DropdownMenu.Item
      className="menu-item"
      disabled={needs !== null}
      title={needs === null ? undefined : t(`permission.${needs}`)}
      onSelect={onSelect}
    >
      <Icon of={icon} size="s" /> {text}
    </DropdownMenu.Item>
  );
}
