import { hasEnded, type Status } from './status';

/** What an operator can do with an execution, one of its steps, or what holds it. */
export const ACTIONS = [
  'retryFromFailure',
  'retry',
  'editInput',
  'pause',
  'resume',
  'cancel',
  'skip',
  'sendBack',
  'decide',
  'signal',
  'closeBreaker',
  'resumeAll',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Actions on an execution as a whole. */
export type ExecutionAction =
  'retry' | 'retryFromFailure' | 'editInput' | 'pause' | 'resume' | 'cancel';
export type StepAction = 'skip' | 'sendBack' | 'decide';

export function isAction(text: string | undefined): text is Action {
  return ACTIONS.some((one) => one === text);
}

/** Returns true if the action needs a step to act on. */
export function needsStep(action: Action): boolean {
  return action === 'skip' || action === 'sendBack' || action === 'decide';
}

/** Returns the actions that the lifecycle of an execution allows, most useful first. */
export function allowedActions(status: Status, isEnding: boolean): ExecutionAction[] {
  if (status === 'SUCCEEDED') return ['retry', 'editInput'];
  if (hasEnded(status)) return ['retryFromFailure', 'retry', 'editInput'];
  if (isEnding) return [];
  return status === 'PAUSED' ? ['resume', 'cancel'] : ['pause', 'cancel'];
}

/** Returns the actions that a step of an execution allows. */
export function allowedStepActions(
  execution: Status,
  isEnding: boolean,
  step: Status,
  type = '',
): StepAction[] {
  if (hasEnded(execution) || isEnding) return [];
  const isOpen = step === 'RUNNING' || step === 'PENDING' || step === 'WAITING';
  if (isOpen) return type === 'Human' ? ['decide', 'skip'] : ['skip'];
  return ['sendBack'];
}

/** Returns true if an event can be sent to an execution. */
export function acceptsEvents(status: Status, isEnding: boolean): boolean {
  return !hasEnded(status) && !isEnding;
}
