import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Execution } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { successesQuery } from './compare-queries';

/** Returns what the button "Compare" does: it offers the last success, or what this one retries. */
export function useCompare(execution: Execution): { start: () => void; objection: string | null } {
  const { t } = useText();
  const navigate = useNavigate({ from: '/executions/$id' });
  const successes = useQuery(successesQuery(execution));
  const success = successes.data?.items.find((one) => one.id !== execution.id);
  const other = success?.id ?? execution.retriedFrom ?? null;
  const objection =
    other !== null || successes.isPending ? null : t('compare.noSuccess', { flow: execution.flow });
  return {
    objection,
    start: () => {
      if (other !== null)
        void navigate({
          search: (before) => ({ with: other, ...(before.step ? { step: before.step } : {}) }),
        });
    },
  };
}
