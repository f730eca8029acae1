import type { Execution, Step } from '../../../api/types';
import { needsStep } from '../../../model/run/actions';
import { useAction } from '../use-action';
import { CommandSheet } from './command-sheet';

/** The sheet of the action that the URL names, if it names one. */
export function ActionSheet({
  execution,
  steps,
  failed,
}: {
  execution: Execution;
  steps: readonly Step[];
  failed: Step | null;
}) {
  const { action, close } = useAction();
  if (!action) return null;
  const step = steps.find((one) => one.step === action.step) ?? null;
  if (needsStep(action.act) && !step) return null;
  return (
    <CommandSheet
      key={`${action.act} ${action.step ?? ''} ${action.on ?? ''}`}
      execution={execution}
      action={action.act}
      step={action.act === 'retryFromFailure' ? failed : step}
      subject={action.on ?? ''}
      onClose={close}
    />
  );
}
