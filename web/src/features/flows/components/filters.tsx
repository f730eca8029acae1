import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, Folder as FolderIcon, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';
import type { FlowSummary } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { foldersOf, plainTags } from '../../../model/flow/folders';
import { Icon } from '../../../ui/icons';

const STATUSES = ['ACTIVE', 'INACTIVE', 'DRAFT'];
const PRIORITIES = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW'];
const SORTS = ['NAME', 'CODE', 'UPDATED'];

/** Search, filters and order of the list; all of them are in the URL. */
export function Filters({ summary }: { summary: FlowSummary | undefined }) {
  const { t } = useText();
  const filter = useSearch({ from: '/flows' });
  const navigate = useNavigate({ from: '/flows' });
  const [text, setText] = useState(filter.search ?? '');
  const search = useDeferredValue(text.trim()) || undefined;
  useEffect(() => {
    void navigate({ search: (before) => ({ ...before, search }), replace: true });
  }, [navigate, search]);
  const set = (change: Partial<typeof filter>) =>
    void navigate({ search: (before) => ({ ...before, ...change }) });
  const tags = Object.keys(summary?.tags ?? {});
  const folders = foldersOf(tags);
  const isFolder = filter.tag?.endsWith('/') ?? false;
  const isArchive = filter.status === 'ARCHIVED';
  return (
    <div className="flow-filters" role="group" aria-label={t('filter.title')}>
      <form
        role="search"
        className="field-box flow-search"
        onSubmit={(event) => event.preventDefault()}
      >
        <Icon of={Search} size="s" />
        <input
          data-search
          aria-label={t('flows.search')}
          placeholder={t('flows.search')}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.target.value)}
        />
        <kbd>/</kbd>
      </form>
      {folders.length > 0 && (
        <Choice
          name={t('flows.folder')}
          none={t('flows.allFolders')}
          icon={<Icon of={FolderIcon} size="s" />}
          value={isFolder ? filter.tag : undefined}
          options={folders.map((folder) => [
            folder.filter,
            `${'\u2003'.repeat(folder.depth)}${folder.name}`,
          ])}
          onChange={(tag) => set({ tag })}
        />
      )}
      <Choice
        name={t('flows.column.type')}
        value={filter.type}
        options={Object.keys(summary?.types ?? {}).map((type) => [type, type])}
        onChange={(type) => set({ type })}
      />
      <Choice
        name={t('filter.status')}
        value={isArchive ? undefined : filter.status}
        options={STATUSES.map((status) => [status, t(`flow.status.${status}`)])}
        onChange={(status) => set({ status })}
      />
      <Choice
        name={t('flows.category')}
        value={filter.category}
        options={Object.keys(summary?.categories ?? {}).map((one) => [one, one])}
        onChange={(category) => set({ category })}
      />
      <Choice
        name={t('flows.column.priority')}
        value={filter.priority}
        options={PRIORITIES.map((one) => [one, t(`flow.priority.${one}`)])}
        onChange={(priority) => set({ priority })}
      />
      <Choice
        name={t('flows.tagFilter')}
        value={isFolder ? undefined : filter.tag}
        options={plainTags(tags).map((tag) => [tag, tag])}
        onChange={(tag) => set({ tag })}
      />
      <span className="flow-filters-end">
        <Choice
          name={t('flows.sort')}
          none={null}
          value={filter.sort ?? 'NAME'}
          options={SORTS.map((sort) => [sort, t(`flows.sort.${sort}`)])}
          onChange={(sort) => set({ sort: sort === 'NAME' ? undefined : sort })}
        />
        <label className="flex items-center gap-2 text-muted whitespace-nowrap">
          <input
            type="checkbox"
            className="checkbox"
            checked={isArchive}
            onChange={(event) => set({ status: event.target.checked ? 'ARCHIVED' : undefined })}
          />
          {t('flow.status.ARCHIVED')}
        </label>
      </span>
    </div>
  );
}

/** A select whose first option takes the filter away; hidden while there is nothing to choose. */
function Choice({
  name,
  none = name,
  icon,
  value,
  options,
  onChange,
}: {
  name: string;
  none?: string | null;
  icon?: ReactNode;
  value: string | undefined;
  options: readonly (readonly [string, string])[];
  onChange: (value: string | undefined) => void;
}) {
  const all =
    value === undefined || options.some(([key]) => key === value)
      ? options
      : [...options, [value, value] as const];
  if (all.length === 0) return null;
  return (
    <span className={`select ${value !== undefined && none !== null ? 'set' : ''}`}>
      {icon}
      <select
        aria-label={name}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        {none !== null && <option value="">{none}</option>}
        {all.map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="xs" />
    </span>
  );
}
