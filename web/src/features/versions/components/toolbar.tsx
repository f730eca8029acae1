import { ArrowLeftRight, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import type { FlowDiff } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';
import { DRAFT } from '../queries';
import { Summary } from './changes';
import type { ViewChange } from './comparison';

/** The compared pair, how much differs, and the way from change to change. */
export function Toolbar({
  options,
  from,
  to,
  diff,
  at,
  isLinked,
  onChange,
}: {
  options: readonly string[];
  from: string;
  to: string;
  diff: FlowDiff | undefined;
  at: number;
  isLinked: boolean;
  onChange: (change: ViewChange) => void;
}) {
  const { t } = useText();
  const states = diff?.diff.states ?? [];
  const step = (by: number) => {
    const next = states[(at + by + states.length) % states.length];
    if (next) onChange({ change: next.path });
  };
  const pair = (change: ViewChange) => onChange({ from, to, change: undefined, ...change });
  return (
    <div className="version-bar">
      <Choice
        name={t('versions.from')}
        value={from}
        options={options}
        onChange={(one) => pair({ from: one })}
      />
      <button
        type="button"
        className="icon-btn small"
        aria-label={t('versions.swap')}
        title={t('versions.swap')}
        onClick={() => pair({ from: to, to: from })}
      >
        <Icon of={ArrowLeftRight} size="s" />
      </button>
      <Choice
        name={t('versions.to')}
        value={to}
        options={options}
        onChange={(one) => pair({ to: one })}
      />
      <Summary
        diff={diff}
        isSame={from === to}
        onKind={(kind) => {
          const first = states.find((state) => state.kind === kind);
          if (first) onChange({ change: first.path });
        }}
        kind={states[at]?.kind}
      />
      <span className="version-bar-end">
        <label className="flex items-center gap-2 text-muted">
          <input
            type="checkbox"
            className="checkbox"
            checked={isLinked}
            onChange={(event) => onChange({ link: event.target.checked ? undefined : 'off' })}
          />
          {t('versions.link')}
        </label>
        {states.length > 0 && (
          <span className="inline-flex items-center gap-1">
            <button
              type="button"
              className="icon-btn small"
              data-shortcut="k"
              aria-label={t('versions.previousChange')}
              title={`${t('versions.previousChange')} (k)`}
              onClick={() => step(-1)}
            >
              <Icon of={ChevronLeft} size="s" />
            </button>
            <span className="text-muted" role="status">
              {t('versions.position', { at: at + 1, count: states.length })}
            </span>
            <button
              type="button"
              className="icon-btn small"
              data-shortcut="j"
              aria-label={t('versions.nextChange')}
              title={`${t('versions.nextChange')} (j)`}
              onClick={() => step(1)}
            >
              <Icon of={ChevronRight} size="s" />
            </button>
          </span>
        )}
      </span>
    </div>
  );
}

function Choice({
  name,
  value,
  options,
  onChange,
}: {
  name: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}) {
  const { t } = useText();
  const all = options.includes(value) ? options : [...options, value];
  return (
    <span className="select">
      <select aria-label={name} value={value} onChange={(event) => onChange(event.target.value)}>
        {all.map((option) => (
          <option key={option} value={option}>
            {option === DRAFT ? t('version.draft') : `v${option}`}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="xs" />
    </span>
  );
}
