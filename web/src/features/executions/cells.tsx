import {
  Calendar,
  Database,
  Globe,
  Mail,
  RotateCcw,
  User,
  Webhook,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { Execution } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import { Time } from '../../ui/time';

const TRIGGER_ICONS: Readonly<Record<string, LucideIcon>> = {
  api: Globe,
  manual: User,
  flow: Workflow,
  retry: RotateCcw,
  event: Zap,
  webhook: Webhook,
  schedule: Calendar,
  kafka: Mail,
  message: Mail,
  record: Database,
};

/** What started an execution; a kind that has no name yet is shown as it is. */
export function Trigger({ kind }: { kind: string }) {
  const { t } = useText();
  const isKnown = kind in TRIGGER_ICONS;
  return (
    <span className="trigger">
      <Icon of={TRIGGER_ICONS[kind] ?? Zap} size="s" />
      {isKnown ? t(`trigger.${kind}`) : kind}
    </span>
  );
}

const short = (count: number) =>
  count < 1_000 ? String(count) : `${(count / 1_000).toFixed(1).replace('.0', '')}k`;

const BARS: Readonly<Record<string, string>> = {
  SUCCEEDED: 'ok',
  RUNNING: 'run',
  WAITING: 'wait',
  PAUSED: 'wait',
};

/** Steps done of all, where they are known; items while a fork is worked on. */
export function Steps({ row }: { row: Execution }) {
  const { t } = useText();
  const progress = row.progress;
  const hasItems = !row.endedAt && typeof progress?.items === 'number' && progress.items > 1;
  const done = hasItems ? progress?.itemsEnded : progress?.done;
  const total = hasItems ? progress?.items : progress?.total;
  if (typeof done !== 'number' || typeof total !== 'number') return null;
  const share = total === 0 ? 0 : Math.min(1, done / total);
  const isBad = row.status === 'FAILED' || row.status === 'TIMED_OUT';
  return (
    <span
      className="steps"
      title={t(hasItems ? 'executions.itemsDone' : 'executions.stepsDone', { done, total })}
    >
      <span className="steps-bar" aria-hidden>
        <span className={BARS[row.status] ?? ''} style={{ width: `${share * 100}%` }} />
        {isBad && <span className="bad" />}
      </span>
      <span className="text-muted">
        {short(done)}/{short(total)}
      </span>
    </span>
  );
}

export function Labels({ labels }: { labels: Record<string, string> }) {
  return (
    <span className="flex gap-1 overflow-hidden">
      {Object.entries(labels).map(([name, value]) => (
        <span key={name} className="tag clip" title={`${name}=${value}`}>
          <bdi>{name}</bdi>=<bdi>{value}</bdi>
        </span>
      ))}
    </span>
  );
}

/** Why the execution is where it is: the state, and its error, what it waits for, or a remark. */
export function Reason({ row }: { row: Execution }) {
  const { t } = useText();
  const progress = row.progress;
  const isLive = !row.endedAt;
  if (row.status === 'SUCCEEDED') return <span className="text-faint">{t('executions.done')}</span>;
  const error = row.error ?? (isLive ? progress?.error : undefined);
  const cause = row.error ? row.cause : isLive ? progress?.cause : undefined;
  const title = [progress?.state, error, cause, progress?.remark].filter(Boolean).join(' · ');
  return (
    <span className="reason" title={title.slice(0, 1_000)}>
      {progress?.state && <bdi className="reason-state">{progress.state}</bdi>}
      {isLive && progress?.attempt && progress.attempt > 1 && (
        <span className="tag">{t('executions.attempt', { count: progress.attempt })}</span>
      )}
      {error && <code dir="auto">{error}</code>}
      <span className="reason-text">
        {cause ? <bdi>{cause}</bdi> : isLive ? <Waiting row={row} /> : <Remark row={row} />}
      </span>
    </span>
  );
}

function Waiting({ row }: { row: Execution }) {
  const { t } = useText();
  if (row.status === 'PAUSED') return <Remark row={row} />;
  const { items, itemsEnded } = row.progress ?? {};
  if (row.status === 'RUNNING')
    return typeof items === 'number' && items > 0 ? (
      <>{t('executions.itemsDone', { done: itemsEnded ?? 0, total: items })}</>
    ) : null;
  const kinds = row.waitsFor.map((kind) => kind.split(':')[0] ?? kind);
  return (
    <>
      {row.waitsFor.length > 0
        ? t('executions.waitsFor', { what: [...new Set(row.waitsFor)].join(', ') })
        : row.status === 'PENDING' && t('executions.queued')}
      {row.wakesAt && kinds.includes('timer') && (
        <>
          {' '}
          <Time at={row.wakesAt} />
        </>
      )}
    </>
  );
}

function Remark({ row }: { row: Execution }) {
  const { t } = useText();
  const { by, remark, incident } = row.progress ?? {};
  if (incident) return <bdi>{incident}</bdi>;
  if (by && remark) return <>{t('executions.remarkBy', { by, remark })}</>;
  return <bdi>{remark ?? by ?? ''}</bdi>;
}
