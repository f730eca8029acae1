import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, RotateCw } from 'lucide-react';
import type { Rejected } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { GuardedButton } from '../../../ui/guarded-button';
import { Icon } from '../../../ui/icons';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states';
import { MoreRows } from '../parts';
import { rejectedQuery } from '../queries';
import { OtherTrial } from '../trial/other-trial';
import { useFlowNames, useTriggersUrl } from '../use-triggers';
import { RejectedPanel } from './rejected-panel';
import { RejectedTable } from './rejected-table';
import { ReplaySheet } from './replay-sheet';

export const REASONS = [
  'FILTER_ERROR',
  'MAPPING_ERROR',
  'SCHEMA',
  'TOO_LARGE',
  'UNREADABLE',
  'NO_VERSION',
] as const;

/** Events that could not start their flow; the filter is in the URL. */
export function RejectedTab() {
  const { t } = useText();
  const { search, change } = useTriggersUrl();
  const nameOf = useFlowNames();
  const filter = {
    flow: search.flow,
    reason: REASONS.find((one) => one === search.reason),
  };
  const list = useInfiniteQuery(rejectedQuery(filter));
  const everything = useInfiniteQuery(rejectedQuery({}));
  const rows: Rejected[] = list.data?.pages.flatMap((page) => page.items) ?? [];
  const seen = everything.data?.pages.flatMap((page) => page.items.map((one) => one.flow)) ?? [];
  const flows = [...new Set([...seen, ...(search.flow ? [search.flow] : [])])].toSorted();
  const shown = rows.find((one) => one.id === search.show);
  const isFiltered = filter.flow !== undefined || filter.reason !== undefined;
  return (
    <div className="trigger-split">
      <div className="trigger-main">
        <div className="trigger-filter">
          <Choice
            label={t('triggers.anyFlow')}
            value={filter.flow}
            options={flows.map((one) => [one, nameOf(one)])}
            onChange={(flow) => change({ flow, show: undefined })}
          />
          <Choice
            label={t('triggers.anyReason')}
            value={filter.reason}
            options={REASONS.map((one) => [one, t(`triggers.reason.${one}`)])}
            onChange={(reason) => change({ reason, show: undefined })}
          />
          <span className="ml-auto" />
          {rows.length > 0 && (
            <GuardedButton permission="OPERATE" onClick={() => change({ act: 'replay-all' })}>
              <Icon of={RotateCw} /> {t('triggers.replayMany')}
            </GuardedButton>
          )}
        </div>
        {list.isPending ? (
          <SkeletonRows rows={8} />
        ) : list.isError && !list.data ? (
          <ErrorState
            title={t('triggers.failed')}
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : rows.length === 0 ? (
          <EmptyState title={t(isFiltered ? 'triggers.nothingFound' : 'triggers.none.rejected')}>
            {isFiltered ? (
              <button
                type="button"
                className="btn"
                onClick={() => change({ flow: undefined, reason: undefined })}
              >
                {t('triggers.clear')}
              </button>
            ) : (
              <p>{t('triggers.noneAdvice.rejected')}</p>
            )}
          </EmptyState>
        ) : (
          <>
            <RejectedTable rows={rows} nameOf={nameOf} selected={search.show} />
            <MoreRows query={list} />
          </>
        )}
      </div>
      {search.act === 'try' ? (
        <OtherTrial />
      ) : (
        shown && <RejectedPanel fire={shown} nameOf={nameOf} />
      )}
      {search.act === 'replay' && shown && (
        <ReplaySheet fire={shown} filter={filter} onClose={() => change({ act: undefined })} />
      )}
      {search.act === 'replay-all' && (
        <ReplaySheet filter={filter} onClose={() => change({ act: undefined })} />
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
