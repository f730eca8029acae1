import type { FlowDiff } from '../../../api/types';
import { useText } from '../../../i18n/i18n';

const KINDS = ['REMOVED', 'ADDED', 'CHANGED', 'RENAMED'] as const;
const MAX_FIELDS = 8;
const MAX_VALUE = 60;

type StateChange = FlowDiff['diff']['states'][number];
type FieldChange = StateChange['fields'][number];

/** How many states were added, removed, changed and renamed; each leads to the first of its kind. */
export function Summary({
  diff,
  isSame,
  kind,
  onKind,
}: {
  diff: FlowDiff | undefined;
  isSame: boolean;
  kind?: string | undefined;
  onKind?: (kind: string) => void;
}) {
  const { t } = useText();
  if (isSame) return <span className="text-muted">{t('versions.same')}</span>;
  if (!diff) return null;
  const counts = KINDS.map(
    (one) => [one, diff.diff.states.filter((state) => state.kind === one).length] as const,
  ).filter(([, count]) => count > 0);
  if (counts.length === 0)
    return (
      <span className="text-muted">
        {diff.diff.fields.length > 0
          ? t('versions.fieldsOnly', { count: diff.diff.fields.length })
          : t('versions.equal')}
      </span>
    );
  return (
    <span className="flex gap-2 flex-wrap">
      {counts.map(([one, count]) => {
        const content = (
          <>
            <i className={`change-swatch ${one.toLowerCase()}`} aria-hidden />
            {t(`versions.count.${one}`, { count })}
          </>
        );
        return onKind ? (
          <button
            key={one}
            type="button"
            className="tag change-kind"
            aria-pressed={kind === one}
            onClick={() => onKind(one)}
          >
            {content}
          </button>
        ) : (
          <span key={one} className="tag change-kind">
            {content}
          </span>
        );
      })}
    </span>
  );
}

/** The chosen change in words, and the fields outside of states. */
export function ChangeDetail({
  diff,
  current,
  onChoose,
}: {
  diff: FlowDiff;
  current: StateChange | undefined;
  onChoose: (path: string) => void;
}) {
  const { t } = useText();
  const rest = diff.diff.fields;
  if (diff.diff.states.length === 0 && rest.length === 0) return null;
  return (
    <ul className="change-list" aria-label={t('versions.changes')}>
      {diff.diff.states.map((change) => (
        <li key={`${change.kind} ${change.path}`}>
          <button
            type="button"
            className="change-row"
            aria-current={change === current}
            onClick={() => onChoose(change.path)}
          >
            <i className={`change-swatch ${change.kind.toLowerCase()}`} aria-hidden />
            <b className="font-semibold">{change.state}</b>
            <span className="text-muted">
              {t(`versions.kind.${change.kind}`, { was: change.was ?? '' })}
            </span>
            {change.fields.slice(0, MAX_FIELDS).map((field) => (
              <Field key={field.path} field={field} />
            ))}
            {change.fields.length > MAX_FIELDS && (
              <span className="text-muted">
                {t('versions.moreFields', { count: change.fields.length - MAX_FIELDS })}
              </span>
            )}
          </button>
        </li>
      ))}
      {rest.map((field) => (
        <li key={field.path} className="change-row">
          <Field field={field} isWhole />
        </li>
      ))}
    </ul>
  );
}

function Field({ field, isWhole = false }: { field: FieldChange; isWhole?: boolean }) {
  const name = isWhole ? field.path : (field.path.split('/').at(-1) ?? field.path);
  return (
    <span className="mono change-field">
      {name}{' '}
      {(field.before ?? null) !== null && <del className="text-bad">{shown(field.before)}</del>}
      {(field.before ?? null) !== null && (field.after ?? null) !== null && ' → '}
      {(field.after ?? null) !== null && <ins className="text-ok">{shown(field.after)}</ins>}
    </span>
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}
