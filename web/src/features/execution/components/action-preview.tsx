import { ArrowRight, Ban, RotateCcw, RotateCw, Undo2, type LucideIcon } from 'lucide-react';
import type { Preview } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';

const MAX_NAMES = 6;

/** What an action would do now, counted; or why it would have no effect. */
export function ActionPreview({ preview }: { preview: Preview }) {
  const { t } = useText();
  if (!preview.allowed) {
    return (
      <p role="alert" className="rounded-md border border-warn-line bg-warn-bg px-3 py-2">
        {t('preview.objection', { objection: preview.objection ?? '' })}
      </p>
    );
  }
  const states = (steps: Preview['undone']) => steps.map((step) => step.state);
  const rows: { icon: LucideIcon; kind: string; text: string; names: readonly string[] }[] = [
    {
      icon: Ban,
      kind: 'undone',
      text: t('preview.cancelled', { count: preview.cancelled.length }),
      names: states(preview.cancelled),
    },
    {
      icon: Undo2,
      kind: 'undone',
      text: t('preview.undone', { count: preview.undone.length }),
      names: states(preview.undone),
    },
    {
      icon: RotateCcw,
      kind: 'compensated',
      text: t('preview.compensated', { count: preview.compensated.length }),
      names: states(preview.compensated),
    },
    {
      icon: preview.action.startsWith('retry') ? RotateCw : ArrowRight,
      kind: 'again',
      text: t('preview.next', { count: preview.next.length }),
      names: preview.next,
    },
  ];
  const shown = rows.filter(({ names }) => names.length > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="plan-rows" aria-label={t('preview.title')}>
      {shown.map(({ icon, kind, text, names }) => (
        <li key={text} className={kind}>
          <Icon of={icon} />
          <b>{names.length}</b>
          <span>
            {text} <Names names={names} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Names of states in their order; equal neighbours are counted. */
function Names({ names }: { names: readonly string[] }) {
  const { t } = useText();
  const groups: { name: string; count: number }[] = [];
  for (const name of names) {
    const last = groups.at(-1);
    if (last?.name === name) last.count++;
    else groups.push({ name, count: 1 });
  }
  const more = groups.length - MAX_NAMES;
  return (
    <>
      {groups.slice(0, MAX_NAMES).map((group, i) => (
        <span key={i}>
          {i > 0 && ', '}
          <b className="font-semibold">{group.name}</b>
          {group.count > 1 && <span className="text-muted"> ×{group.count}</span>}
        </span>
      ))}
      {more > 0 && <span className="text-muted"> {t('preview.more', { count: more })}</span>}
    </>
  );
}
