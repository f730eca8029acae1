import type { RunState } from './replay';
import { stateName, stateType, stepId } from './run';
import type { Status } from './status';

/** What is known of a step at a moment without its payloads. */
export interface StepInfo {
  /** Number of the step in the order of their starts, from 0. */
  index: number;
  /** Id of the step. */
  step: string;
  state: string;
  type: string;
  frame: string;
  /** PENDING if it had not begun. */
  status: Status;
  hasBegun: boolean;
  attempt: number;
  error: string | null;
  startedAt: string;
  endedAt: string | null;
}

export function stepInfo(state: RunState, index: number): StepInfo | null {
  const { run } = state;
  if (index < 0 || index >= run.stepCount) return null;
  const end = state.endOf(index);
  const time = (at: number) => new Date(run.startedAt + at).toISOString();
  return {
    index,
    step: stepId(run, index),
    state: stateName(run, index),
    type: stateType(run, index),
    frame: run.frames[run.stepFrame[index] ?? 0] ?? '/',
    status: state.status(index) ?? 'PENDING',
    hasBegun: state.hasBegun(index),
    attempt: state.attempt(index),
    error: state.error(index),
    startedAt: time(state.startOf(index)),
    endedAt: end === null ? null : time(end),
  };
}
