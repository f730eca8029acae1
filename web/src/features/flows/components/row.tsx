import { Link } from '@tanstack/react-router';
import {
  Calendar,
  Database,
  Globe,
  Mail,
  Monitor,
  Webhook,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { Flow, FlowActivity } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { folderOf, plainTags } from '../../../model/flow/folders';
import { CategoryMark } from '../../../ui/category';
import { FlowState } from '../../../ui/flow-state';
import { Health } from '../../../ui/health';
import { Icon } from '../../../ui/icons';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';
import { RowMenu } from './row-menu';
import type { RowActions } from './table';

const STARTS: Record<FlowActivity['startedBy'][number], LucideIcon> = {
  WEBHOOK: Webhook,
  EVENT: Zap,
  RECORD: Database,
  MESSAGE: Mail,
  SCHEDULE: Calendar,
  SCREEN: Monitor,
};

/** One flow of the list. */
export function FlowRow({
  flow,
  index,
  top,
  activity,
  isSelected,
  onToggle,
  ...actions
}: {
  flow: Flow;
  index: number;
  top: number;
  activity: FlowActivity | undefined;
  isSelected: boolean;
  onToggle: (code: string, isOn: boolean) => void;
} & RowActions) {
  const { t } = useText();
  const folder = folderOf(flow.tags);
  const latest = flow.latest ?? null;
  const last = activity?.lastRun;
  const starts = activity?.startedBy ?? [];
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={`grid-row flow-cells absolute inset-x-0 ${isSelected ? 'on' : ''}`}
      style={{ top }}
    >
      <span role="cell" className="pick">
        <input
          type="checkbox"
          className="checkbox"
          aria-label={t('flows.select', { name: flow.name })}
          checked={isSelected}
          onChange={(event) => onToggle(flow.code, event.target.checked)}
        />
      </span>
      <span role="cell" className="name">
        <CategoryMark category={flow.category} />
        <Link
          to="/flows/$flow"
          params={{ flow: flow.code }}
          className="font-semibold clip"
          title={[flow.code, flow.description].filter(Boolean).join(': ')}
        >
          {flow.name}
        </Link>
        {flow.priority !== 'NORMAL' && (
          <span className="tag optional">{t(`flow.priority.${flow.priority}`)}</span>
        )}
        {plainTags(flow.tags)
          .slice(0, 2)
          .map((tag) => (
            <Link
              key={tag}
              from="/flows"
              to="/flows"
              search={(before) => ({ ...before, tag })}
              className="tag optional"
            >
              {tag}
            </Link>
          ))}
      </span>
      <span role="cell" className="folder">
        {folder && (
          <Link
            from="/flows"
            to="/flows"
            search={(before) => ({ ...before, tag: `${folder}/` })}
            title={folder}
            className="clip"
          >
            {folder}
          </Link>
        )}
      </span>
      <span role="cell" className="startedBy">
        {activity && starts.length === 0 && (
          <>
            <Icon of={Globe} size="s" /> {t('flows.starts.CALL')}
          </>
        )}
        {starts.map((kind) => (
          <span key={kind} className="inline-flex items-center gap-1.5">
            <Icon of={STARTS[kind]} size="s" />
            {t(`flows.starts.${kind}`)}
          </span>
        ))}
      </span>
      <span role="cell" className="state">
        <FlowState flow={flow} />
        {flow.draft.changed && latest !== null && (
          <span className="tag">{t('flow.draftNumber', { version: latest + 1 })}</span>
        )}
      </span>
      <span role="cell" className="health">
        {activity && (
          <Health hours={activity.hours} runs={activity.runs} failures={activity.failures} />
        )}
      </span>
      <span role="cell" className="lastRun">
        {last ? (
          <Link
            to="/executions/$id"
            params={{ id: last.id }}
            className="inline-flex items-center gap-2"
            title={last.error ?? undefined}
          >
            <Status status={last.status} />
            <span className="text-muted">
              <Time at={last.endedAt ?? last.startedAt} />
            </span>
          </Link>
        ) : (
          activity && <span className="text-muted">{t('flows.never')}</span>
        )}
      </span>
      <span role="cell" className="more">
        <RowMenu flow={flow} {...actions} />
      </span>
    </div>
  );
}
