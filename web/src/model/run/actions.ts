import { hasEnded, type Status } from './status';

/** What an operator can do with an execution or one of its steps. */
export type ExecutionAction = 'retry' | 'retryFromFailure' | 'pause' | 'resume' | 'cancel';
export type StepAction = 'skip' | 'sendBack';

/** Returns the actions that the lifecycle of an execution allows, most useful first. */
export function allowedActions(status: Status, isEnding: boolean): ExecutionAction[] {
  if (status === 'SUCCEEDED') return ['retry'];
  if (hasEnded(status)) return ['retryFromFailure', 'retry'];
  if (isEnding) return [];
  return status === 'PAUSED' ? ['resume', 'cancel'] : ['pause', 'cancel'];
}

/** Returns the actions that a step of an execution allows. */
export function allowedStepActions(
  execution: Status,
  isEnding: boolean,
  step: Status,
): StepAction[] {
  if (hasEnded(execution) || isEnding) return [];
  const isOpen = step === 'RUNNING' || step === 'PENDING';
  return isOpen ? ['skip'] : ['sendBack'];
}
