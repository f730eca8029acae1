import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../i18n/i18n';
import {
  conditionsOf,
  conditionText,
  joinFilters,
  parseFilter,
  type ExecutionFilter,
} from '../../model/executions/filter';
import { suggestionsFor } from '../../model/executions/suggest';
import { Icon } from '../../ui/icons';
import { Chip } from './chip';

/** One field for everything: conditions such as `status:failed`, an id, a key or an error. */
export function SearchBox({
  filter,
  onChange,
}: {
  filter: ExecutionFilter;
  onChange: (filter: ExecutionFilter) => void;
}) {
  const { t } = useText();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const conditions = conditionsOf(filter);
  const suggestions = isOpen ? suggestionsFor(text) : [];
  const submit = (typed: string) => {
    const parsed = parseFilter(typed);
    setText('');
    setChosen(-1);
    if (parsed.id !== undefined)
      void navigate({ to: '/executions/$id', params: { id: parsed.id } });
    else if (typed.trim() !== '') onChange(joinFilters(filter, parsed.filter));
  };
  const complete = (suggestion: string) => {
    const before = text.slice(0, text.length - (/\S*$/.exec(text)?.[0].length ?? 0));
    setChosen(-1);
    if (suggestion.endsWith(':') || /[<>]$/.test(suggestion)) setText(before + suggestion);
    else submit(before + suggestion);
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setOpen(true);
      const count = suggestions.length + 1;
      setChosen(((chosen + 1 + step + count) % count) - 1);
    } else if (event.key === 'Escape') {
      if (!isOpen) field.current?.blur();
      setOpen(false);
    } else if (event.key === 'Enter') {
      const suggestion = suggestions[chosen];
      if (suggestion) complete(suggestion.text);
      else submit(text);
    } else if (event.key === 'Backspace' && text === '' && conditions.length > 0) {
      // The last chip becomes text again, to be edited.
      const last = conditions.at(-1);
      if (last && last.name !== 'range') setText(conditionText(last.name, last.value));
      if (last) onChange(last.without);
    } else return;
    event.preventDefault();
  };
  return (
    <form
      role="search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        submit(text);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <Icon of={Search} size="s" />
      {conditions.map((condition) => (
        <Chip
          key={condition.name + condition.value}
          condition={condition}
          filter={filter}
          onChange={onChange}
        />
      ))}
      <input
        ref={field}
        data-search
        role="combobox"
        aria-label={t('filter.label.search')}
        aria-expanded={suggestions.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen < 0 ? undefined : `${listId}-${chosen}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={2_000}
        placeholder={t('filter.placeholder')}
        value={text}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          setChosen(-1);
        }}
        onKeyDown={onKey}
      />
      <kbd>/</kbd>
      {conditions.length > 0 && (
        <button type="button" className="btn ghost small" onClick={() => onChange({})}>
          {t('filter.clearAll')}
        </button>
      )}
      {suggestions.length > 0 && (
        <div id={listId} role="listbox" className="menu suggestions" aria-label={t('filter.add')}>
          {suggestions.map((suggestion, i) => (
            <div
              key={suggestion.text}
              id={`${listId}-${i}`}
              role="option"
              aria-selected={i === chosen}
              data-highlighted={i === chosen || undefined}
              className="menu-item"
              onPointerDown={(event) => {
                event.preventDefault();
                complete(suggestion.text);
              }}
            >
              <code className="mono">{suggestion.text}</code>
              <span className="mark label">{t(`filter.help.${suggestion.name}`)}</span>
            </div>
          ))}
        </div>
      )}
    </form>
  );
}
