import { useQueryClient } from '@tanstack/react-query';
import type { Execution } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { useToast } from '../../ui/toast';
import { stepsQuery } from './queries';

/** Returns a function that saves the execution and its steps as a file of JSON. */
export function useExport(execution: Execution): () => void {
  const { t } = useText();
  const cache = useQueryClient();
  const toast = useToast();
  return () =>
    void cache.fetchQuery(stepsQuery(execution.id)).then(
      ({ steps, isCut }) => {
        const text = JSON.stringify(
          { execution, ...(isCut ? { cutAfterSteps: steps.length } : {}), steps },
          null,
          2,
        );
        const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
        const link = document.createElement('a');
        link.href = url;
        link.download = `${execution.flow}-${execution.id}.json`;
        link.click();
        URL.revokeObjectURL(url);
        toast(t(isCut ? 'execution.exportedCut' : 'execution.exported', { count: steps.length }));
      },
      () => toast(t('execution.stepsFailed')),
    );
}
