import type { Preview } from '../../../api/types';
import { useText } from '../../../i18n/i18n';

const MAX_NAMES = 12;

/** What an action would do now: the states and steps that it affects, or why it has no effect. */
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
  const rows = [
    [t('preview.cancelled'), states(preview.cancelled)],
    [t('preview.undone'), states(preview.undone)],
    [t('preview.compensated'), states(preview.compensated)],
    [t('preview.next'), preview.next],
  ] as const;
  const shown = rows.filter(([, names]) => names.length > 0);
  if (shown.length === 0) return null;
  return (
    <section className="panel" aria-label={t('preview.title')}>
      <dl className="facts">
        {shown.map(([name, names]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>
              <Names names={names} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
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
  return (
    <ol className="flex flex-wrap gap-x-3 gap-y-1">
      {groups.slice(0, MAX_NAMES).map((group, i) => (
        <li key={i}>
          <b className="font-medium">{group.name}</b>
          {group.count > 1 && <span className="text-muted"> ×{group.count}</span>}
        </li>
      ))}
      {groups.length > MAX_NAMES && (
        <li className="text-muted">{t('preview.more', { count: groups.length - MAX_NAMES })}</li>
      )}
    </ol>
  );
}
