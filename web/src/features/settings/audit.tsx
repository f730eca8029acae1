import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, Download, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { send } from '../../api/client';
import type { AuditEntry } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { auditAction, auditTarget } from '../../model/audit/actions';
import { download } from '../../ui/download';
import { Icon } from '../../ui/icons';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { Time } from '../../ui/time';
import { useToast } from '../../ui/toast';
import { AuditEntryPanel } from './audit-entry';
import { ChainState } from './chain-state';
import { AUDIT_SINCE, auditEntries, auditQuery } from './queries';

const ROW = 36;
const COLUMNS = {
  gridTemplateColumns:
    '110px minmax(120px, 1fr) minmax(160px, 1.3fr) minmax(160px, 1.6fr) 72px 80px',
};

/** Who changed what, newest first; the filter and the shown entry are in the URL. */
export function AuditTab() {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const { entry, ...filter } = useSearch({ from: '/settings/$tab' });
  const navigate = useNavigate({ from: '/settings/$tab' });
  const list = useInfiniteQuery(auditEntries(filter));
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = rows.find((row) => String(row.number) === entry);
  const change = (part: Record<string, string | undefined>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const save = async () => {
    try {
      const file = await send('/api/audit/export', {
        query: auditQuery(filter),
        headers: { Accept: 'text/csv' },
      });
      download('pawl-audit.csv', 'text/csv', await file.text());
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="audit">
      <div className="audit-filter">
        <form role="search" className="field-box" onSubmit={(event) => event.preventDefault()}>
          <Icon of={Search} size="s" />
          <input
            data-search
            aria-label={t('audit.search')}
            placeholder={t('audit.search')}
            defaultValue={filter.q ?? ''}
            onChange={(event) => change({ q: event.target.value || undefined })}
          />
        </form>
        <span className="field-box">
          <input
            aria-label={t('audit.who')}
            placeholder={t('audit.who')}
            defaultValue={filter.who ?? ''}
            onChange={(event) => change({ who: event.target.value || undefined })}
          />
        </span>
        <Choice
          label={t('audit.what')}
          value={filter.what}
          options={['changes', 'refused'].map((one) => [one, t(`audit.what.${one}`)])}
          onChange={(what) => change({ what })}
        />
        <Choice
          label={t('audit.since')}
          value={filter.since}
          options={AUDIT_SINCE.map((one) => [one, t(`audit.since.${one}`)])}
          onChange={(since) => change({ since })}
        />
        <span className="ml-auto" />
        <ChainState />
        <button type="button" className="btn" onClick={() => void save()}>
          <Icon of={Download} /> {t('audit.csv')}
        </button>
      </div>
      {list.isPending ? (
        <SkeletonRows rows={12} />
      ) : list.isError ? (
        <ErrorState
          title={t('audit.failed')}
          error={list.error}
          onRetry={() => void cache.invalidateQueries({ queryKey: ['audit'] })}
        />
      ) : rows.length === 0 ? (
        <EmptyState title={t('audit.none')}>
          <p>{t('audit.noneAdvice')}</p>
        </EmptyState>
      ) : (
        <div className={`audit-split ${shown ? 'open' : ''}`}>
          <AuditTable
            rows={rows}
            selected={entry}
            hasMore={list.hasNextPage}
            onMore={() => !list.isFetching && void list.fetchNextPage()}
            onSelect={(number) => change({ entry: number })}
          />
          {shown && <AuditEntryPanel entry={shown} onClose={() => change({ entry: undefined })} />}
        </div>
      )}
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string | undefined;
  options: readonly (readonly [string, string])[];
  onChange: (value: string | undefined) => void;
}) {
  return (
    <span className="select">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{label}</option>
        {options.map(([code, text]) => (
          <option key={code} value={code}>
            {text}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="xs" />
    </span>
  );
}

function AuditTable({
  rows,
  selected,
  hasMore,
  onMore,
  onSelect,
}: {
  rows: readonly AuditEntry[];
  selected: string | undefined;
  hasMore: boolean;
  onMore: () => void;
  onSelect: (number: string) => void;
}) {
  const { t, locale } = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - 20) onMore();
  }, [hasMore, last, rows.length, onMore]);
  return (
    <div
      ref={scroller}
      className="audit-table"
      role="table"
      aria-label={t('settings.audit')}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      tabIndex={0}
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div role="row" className="grid-head" style={COLUMNS}>
          {['time', 'who', 'action', 'object', 'status', 'entry'].map((column) => (
            <span
              key={column}
              role="columnheader"
              className={column === 'entry' ? 'num' : undefined}
            >
              {t(`audit.column.${column}`)}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const number = String(row.number);
          return (
            <div
              key={number}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={number === selected}
              className={`grid-row absolute inset-x-0 ${number === selected ? 'selected' : ''}`}
              style={{ ...COLUMNS, top: item.start }}
            >
              <span role="cell" className="text-muted">
                <Time at={row.at} />
              </span>
              <span role="cell" title={row.actor}>
                {row.actor || t('audit.anonymous')}
              </span>
              <span role="cell">
                <button
                  type="button"
                  className="row-link"
                  title={row.endpoint}
                  onClick={() => onSelect(number)}
                >
                  <AuditAction entry={row} />
                </button>
              </span>
              <span role="cell" title={row.target}>
                {auditTarget(row.endpoint, row.target)}
              </span>
              <span role="cell" className={row.status >= 400 ? 'text-bad' : 'text-muted'}>
                {row.status}
              </span>
              <span role="cell" className="num text-muted">
                {row.number.toLocaleString(locale)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The change in words, or the endpoint of one that has no words. */
export function AuditAction({ entry }: { entry: AuditEntry }) {
  const { t } = useText();
  const action = auditAction(entry.endpoint);
  return action === null ? (
    <code className="mono">{entry.endpoint}</code>
  ) : (
    <>{t(`audit.action.${action}`)}</>
  );
}
