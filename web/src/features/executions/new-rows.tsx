import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../../api/client';
import type { Execution, Listing } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import type { ExecutionFilter } from './queries';

const INTERVAL_MS = 5_000;
const MAX_COUNTED = 100;

/** Counts executions that started since the list was read; they never move rows by themselves. */
export function NewRows({
  filter,
  first,
  onShow,
}: {
  filter: ExecutionFilter;
  first: string | undefined;
  onShow: () => void;
}) {
  const { t } = useText();
  const query = useQuery({
    queryKey: ['executions-new', filter, first],
    refetchInterval: INTERVAL_MS,
    enabled: first !== undefined,
    queryFn: ({ signal }) =>
      call<Listing<Execution>>('/api/flows/executions', {
        signal,
        query: {
          flow: filter.flow,
          status: filter.status,
          businessKey: filter.key,
          label: filter.label,
          error: filter.error,
          test: filter.test,
          from: new Date(Date.parse(first ?? '') + 1).toISOString(),
          limit: MAX_COUNTED,
        },
      }),
  });
  const count = query.data?.items.length ?? 0;
  useEffect(() => {
    if (count === 0) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '.' && !(event.target instanceof HTMLInputElement)) onShow();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [count, onShow]);
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="flex items-center justify-center gap-2 h-7 flex-none bg-sunken border-b border-line label"
      onClick={onShow}
    >
      <Icon of={ArrowUp} size="xs" />
      {t('executions.new', { count, atLeast: query.data?.next ? '+' : '' })} <kbd>.</kbd>
    </button>
  );
}
