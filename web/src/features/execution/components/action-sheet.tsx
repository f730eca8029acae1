import type { Execution } from '../../../api/types';
import type { StepInfo } from '../../../model/run/step-info';
import { needsStep } from '../../../model/run/actions';
import { useAction } from '../use-action';
import { CommandSheet } from './command-sheet';

/** The sheet of the action that the URL names, if it names one. */
export function ActionSheet({
  execution,
  definition,
  findStep,
  failed,
}: {
  execution: Execution;
  definition: unknown;
  findStep: (id: string) => StepInfo | null;
  failed: StepInfo | null;
}) {
  const { action, close } = useAction();
  if (!action) return null;
  const step = action.step === undefined ? null : findStep(action.step);
  if (needsStep(action.act) && !step) return null;
  return (
    <CommandSheet
      key={`${action.act} ${action.step ?? ''} ${action.on ?? ''}`}
      execution={execution}
      definition={definition}
      action={action.act}
      step={action.act === 'retryFromFailure' ? failed : step}
      subject={action.on ?? ''}
      onClose={close}
    />
  );
}
