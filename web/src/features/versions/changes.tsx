import type { FlowDiff } from '../../api/types';
import { useText } from '../../i18n/i18n';

/** How many states were added, removed, changed and renamed. */
export function Summary({ diff, isSame }: { diff: FlowDiff | undefined; isSame: boolean }) {
  const { t } = useText();
  if (isSame) return <span className="text-muted">{t('versions.same')}</span>;
  if (!diff) return null;
  const kinds = ['REMOVED', 'ADDED', 'CHANGED', 'RENAMED'] as const;
  const counts = kinds
    .map((kind) => [kind, diff.diff.states.filter((state) => state.kind === kind).length] as const)
    .filter(([, count]) => count > 0);
  if (counts.length === 0)
    return (
      <span className="text-muted">
        {diff.diff.fields.length > 0
          ? t('versions.fieldsOnly', { count: diff.diff.fields.length })
          : t('versions.equal')}
      </span>
    );
  return (
    <>
      {counts.map(([kind, count]) => (
        <span key={kind} className="tag" style={{ height: 24 }}>
          <i className={`change-swatch ${kind.toLowerCase()}`} aria-hidden />{' '}
          {t(`versions.count.${kind}`, { count })}
        </span>
      ))}
    </>
  );
}

/** The changes in words. */
export function ChangeList({ diff }: { diff: FlowDiff }) {
  const { t } = useText();
  const value = (one: unknown) => (one === undefined || one === null ? '–' : JSON.stringify(one));
  const rest = diff.diff.fields;
  if (diff.diff.states.length === 0 && rest.length === 0) return null;
  return (
    <ul
      className="px-6 py-3 grid grid-cols-[minmax(0,1fr)] gap-1.5 border-b border-line"
      aria-label={t('versions.changes')}
    >
      {diff.diff.states.map((change) => (
        <li key={change.path} className="flex gap-3 flex-wrap">
          <b className="font-semibold">{change.state}</b>
          <span className="text-muted">
            {t(`versions.kind.${change.kind}`, { was: change.was ?? '' })}
          </span>
          {change.fields.slice(0, 12).map((field) => (
            <span key={field.path} className="mono clip max-w-[min(36rem,100%)]">
              {field.path.split('/').slice(-1)[0]}{' '}
              <span className="text-bad">{value(field.before)}</span> →{' '}
              <span className="text-ok">{value(field.after)}</span>
            </span>
          ))}
        </li>
      ))}
      {rest.map((field) => (
        <li key={field.path} className="mono">
          {field.path} <span className="text-bad">{value(field.before)}</span> →{' '}
          <span className="text-ok">{value(field.after)}</span>
        </li>
      ))}
    </ul>
  );
}
