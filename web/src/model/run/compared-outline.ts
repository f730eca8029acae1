import type { ComparedStep } from './compare';
import type { Status } from './status';

/** The columns of an outline that a comparison needs. */
export interface OutlineColumns {
  statuses: readonly string[];
  states: readonly string[];
  types: readonly string[];
  errors: readonly string[];
  frames: readonly string[];
  steps: {
    index: readonly number[];
    frame: readonly number[];
    visit: readonly number[];
    state: readonly number[];
    input: readonly string[];
    output: readonly string[];
  };
  entries: {
    step: readonly number[];
    status: readonly number[];
    attempt: readonly number[];
    at: readonly number[];
    error: readonly number[];
  };
}

const OPEN: ReadonlySet<string> = new Set(['PENDING', 'RUNNING']);

/** Returns the steps of an outline with digests; the last entry of a step decides its status. */
export function stepsOfOutline(outline: OutlineColumns): ComparedStep[] {
  const { steps, entries } = outline;
  const places = new Map(steps.index.map((index, i) => [index, i]));
  const began: number[] = [];
  const found = steps.index.map((_, i): ComparedStep => {
    const state = steps.state[i] ?? 0;
    const frame = outline.frames[steps.frame[i] ?? 0] ?? '/';
    return {
      step: `${frame}@${steps.visit[i] ?? 1}`,
      frame,
      state: outline.states[state] ?? '',
      type: outline.types[state] ?? '',
      status: 'PENDING',
      error: '',
      input: steps.input[i] ?? '',
      output: steps.output[i] ?? '',
      attempts: 1,
      tookMs: null,
    };
  });
  entries.step.forEach((index, i) => {
    const place = places.get(index);
    const step = place === undefined ? undefined : found[place];
    if (!step || place === undefined) return;
    const at = entries.at[i] ?? 0;
    began[place] ??= at;
    step.status = (outline.statuses[entries.status[i] ?? 0] ?? 'PENDING') as Status;
    step.error = outline.errors[entries.error[i] ?? -1] ?? '';
    step.attempts = Math.max(step.attempts, entries.attempt[i] ?? 1);
    step.tookMs = OPEN.has(step.status) ? null : at - (began[place] ?? at);
  });
  return found;
}
