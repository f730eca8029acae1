import { X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useText } from '../../i18n/i18n';
import {
  compact,
  SINCE_MS,
  TRIGGERS,
  withCondition,
  type Condition,
  type ExecutionFilter,
  type FilterName,
} from '../../model/executions/filter';
import { EXECUTION_STATUSES } from '../../model/run/status';
import { Icon } from '../../ui/icons';
import { FamilyName } from './family-name';

/** A condition that is edited in place or removed. */
export function Chip({
  condition,
  filter,
  onChange,
}: {
  condition: Condition;
  filter: ExecutionFilter;
  onChange: (filter: ExecutionFilter) => void;
}) {
  const { t, locale } = useText();
  const [isOpen, setOpen] = useState(false);
  const { name, value, without } = condition;
  const title = t(`condition.${name}`);
  const shown = shownValue(name, value, t, locale);
  const replace = (next: ExecutionFilter | undefined) => {
    if (!next) return;
    setOpen(false);
    onChange(compact(next));
  };
  return (
    <span className="chip">
      {name === 'range' ? (
        <span className="chip-text">
          {title} <b>{shown}</b>
        </span>
      ) : (
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger className="chip-text" title={`${title} ${shown}`}>
            {title} <b dir="auto">{name === 'family' ? <FamilyName id={value} /> : shown}</b>
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              className="menu chip-editor"
              align="start"
              sideOffset={6}
              aria-label={t('filter.edit', { name: title })}
            >
              {name === 'status' ? (
                <Statuses
                  filter={filter}
                  onChange={(status) => onChange(compact({ ...filter, status }))}
                />
              ) : (
                <Value
                  name={name}
                  value={value}
                  onChange={(text) => replace(withCondition(without, name, text))}
                />
              )}
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
      <button
        type="button"
        aria-label={t('filter.remove', { name: `${title} ${shown}` })}
        onClick={() => onChange(without)}
      >
        <Icon of={X} size="xs" />
      </button>
    </span>
  );
}

function shownValue(
  name: Condition['name'],
  value: string,
  t: (id: string) => string,
  locale: string,
): string {
  if (name === 'status')
    return value
      .split(',')
      .map((one) => t(`status.${one}`))
      .join(', ');
  if (name === 'since') return t(`since.${value}`);
  if (name === 'test') return t(value === 'true' ? 'filter.testsOnly' : 'filter.testsToo');
  if (name === 'trigger' && (TRIGGERS as readonly string[]).includes(value))
    return t(`trigger.${value}`);
  if (name === 'label') return value.replace(':', '=');
  if (name !== 'range') return value.length > 60 ? `${value.slice(0, 60)}…` : value;
  const format = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const [from = '', to = ''] = value.split('/');
  const text = (at: string) => (at === '' ? '' : format.format(Date.parse(at)));
  return `${text(from)} – ${text(to)}`;
}

function Statuses({
  filter,
  onChange,
}: {
  filter: ExecutionFilter;
  onChange: (status: string[]) => void;
}) {
  const { t } = useText();
  const chosen = filter.status ?? [];
  return (
    <fieldset className="grid">
      <legend className="menu-title">{t('condition.status')}</legend>
      {EXECUTION_STATUSES.map((status) => (
        <label key={status} className="menu-item">
          <input
            type="checkbox"
            className="checkbox"
            checked={chosen.includes(status)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, status] : chosen.filter((one) => one !== status),
              )
            }
          />
          {t(`status.${status}`)}
        </label>
      ))}
    </fieldset>
  );
}

const CHOICES: Partial<Record<FilterName, readonly string[]>> = {
  since: Object.keys(SINCE_MS),
  test: ['true', 'all'],
  trigger: TRIGGERS,
};

function Value({
  name,
  value,
  onChange,
}: {
  name: FilterName;
  value: string;
  onChange: (value: string) => void;
}) {
  const { t, locale } = useText();
  const [text, setText] = useState(name === 'label' ? value.replace(':', '=') : value);
  const choices = CHOICES[name];
  const isBad = withCondition({}, name, text) === undefined;
  return (
    <form
      className="grid gap-2 p-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBad) onChange(text);
      }}
    >
      {choices ? (
        choices.map((choice) => (
          <button
            key={choice}
            type="button"
            className="menu-item"
            aria-pressed={choice === value}
            onClick={() => onChange(choice)}
          >
            {shownValue(name, choice, t, locale)}
          </button>
        ))
      ) : (
        <>
          <label className="field">
            <span className="name">{t(`condition.${name}`)}</span>
            <span className="field-box">
              <input
                value={text}
                aria-invalid={isBad}
                maxLength={2_000}
                onChange={(event) => setText(event.target.value)}
              />
            </span>
          </label>
          <p className="label">{t(isBad ? 'filter.invalid' : `filter.help.${name}`)}</p>
          <button type="submit" className="btn small primary" disabled={isBad}>
            {t('filter.apply')}
          </button>
        </>
      )}
    </form>
  );
}
