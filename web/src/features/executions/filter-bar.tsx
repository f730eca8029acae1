import { ChevronDown, Search, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/i18n';
import { EXECUTION_STATUSES } from '../../model/run/status';
import { parseFilter } from '../../model/run/filter-text';
import { Icon } from '../../ui/icons';
import { SINCE, type ExecutionFilter } from './queries';

/** One field for everything: `status:failed`, `flow:refund`, `label:client=ACME`, an id, a key. */
export function FilterBar({
  filter,
  onChange,
}: {
  filter: ExecutionFilter;
  onChange: (filter: ExecutionFilter) => void;
}) {
  const { t } = useText();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseFilter(text);
    setText('');
    if (parsed.id !== undefined)
      void navigate({ to: '/executions/$id', params: { id: parsed.id } });
    else
      onChange({
        ...filter,
        ...parsed.filter,
        label: [...(filter.label ?? []), ...(parsed.filter.label ?? [])],
      });
  };
  const chips: { name: string; value: string; without: ExecutionFilter }[] = [];
  if (filter.flow)
    chips.push({
      name: t('filter.flow'),
      value: filter.flow,
      without: { ...filter, flow: undefined },
    });
  if (filter.key)
    chips.push({
      name: t('filter.key'),
      value: filter.key,
      without: { ...filter, key: undefined },
    });
  for (const label of filter.label ?? []) {
    chips.push({
      name: t('filter.label'),
      value: label,
      without: { ...filter, label: filter.label?.filter((one) => one !== label) },
    });
  }
  if (filter.error)
    chips.push({
      name: t('filter.error'),
      value: filter.error,
      without: { ...filter, error: undefined },
    });
  return (
    <div className="flex items-center gap-2 mx-6 mb-2 flex-none flex-wrap">
      <form
        role="search"
        className="field-box flex-1 min-w-80"
        style={{ height: 36 }}
        onSubmit={submit}
      >
        <Icon of={Search} size="s" />
        {chips.map((chip) => (
          <span key={chip.name + chip.value} className="chip">
            {chip.name} <b>{chip.value}</b>
            <button
              type="button"
              aria-label={t('filter.remove', { name: `${chip.name} ${chip.value}` })}
              onClick={() => onChange(chip.without)}
            >
              <Icon of={X} size="xs" />
            </button>
          </span>
        ))}
        <input
          data-search
          aria-label={t('filter.label.search')}
          placeholder={t('filter.placeholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <kbd>/</kbd>
      </form>
      <Choice
        name={t('filter.status')}
        value={filter.status}
        options={EXECUTION_STATUSES.map((one) => [one, t(`status.${one}`)])}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Choice
        name={t('filter.since')}
        value={filter.since}
        options={SINCE.map((one) => [one, t(`since.${one}`)])}
        onChange={(since) => onChange({ ...filter, since })}
      />
      <Choice
        name={t('filter.tests')}
        value={filter.test}
        options={[
          ['true', t('filter.testsOnly')],
          ['all', t('filter.testsToo')],
        ]}
        onChange={(test) => onChange({ ...filter, test })}
      />
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
  value: string | undefined;
  options: readonly (readonly [string, string])[];
  onChange: (value: string | undefined) => void;
}) {
  return (
    <span className="select">
      <select
        aria-label={name}
        style={{ height: 36 }}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{name}</option>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="xs" />
    </span>
  );
}
