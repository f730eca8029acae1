import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { Execution, Listing } from '../../api/types';
import { useText } from '../../i18n/i18n';
import type { ExecutionFilter } from '../../model/executions/filter';
import { queryOf } from '../../model/executions/query';
import { Icon } from '../../ui/icons';
import { useKeys } from '../../ui/keys';

const INTERVAL_MS = 3_000;
const MAX_COUNTED = 100;

/** Counts executions that started since the list was read; they never move rows by themselves. */
export function NewRows({
  filter,
  readAt,
  isListEmpty,
  onShow,
}: {
  filter: ExecutionFilter;
  readAt: number;
  /** No row can be moved, so that new ones are shown at once. */
  isListEmpty: boolean;
  onShow: () => void;
}) {
  const { t, locale } = useText();
  const query = useQuery({
    queryKey: queryKeys.newExecutions(filter, readAt),
    refetchInterval: INTERVAL_MS,
    enabled: filter.to === undefined,
    queryFn: ({ signal }) =>
      call<Listing<Execution>>('/api/flows/executions', {
        signal,
        query: {
          ...queryOf(filter, readAt),
          from: new Date(readAt).toISOString(),
          limit: MAX_COUNTED,
        },
      }),
  });
  const count = query.data?.items.length ?? 0;
  useEffect(() => {
    if (isListEmpty && count > 0) onShow();
  }, [isListEmpty, count, onShow]);
  useKeys(count === 0 ? {} : { '.': onShow });
  if (count === 0) return null;
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  return (
    <button type="button" className="new-rows" onClick={onShow}>
      <Icon of={ArrowUp} size="xs" />
      {t('executions.new', {
        count,
        atLeast: query.data?.next ? '+' : '',
        since: time.format(readAt),
      })}
      <kbd>.</kbd>
    </button>
  );
}
