import { useQuery } from '@tanstack/react-query';
import type { Execution, Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { stateName, stepId } from '../../../model/run/run';
import { lastSuccessQuery, stepQuery } from '../queries';
import type { RunView } from '../use-run-view';

/** A step of the same state that succeeded. */
export interface LastSuccess {
  execution: string;
  step: string;
  name: string;
  input: unknown;
}

/**
 * Returns the last success of the state of a failed step: of another item or visit of the same
 * execution, or else of the latest executions of the flow. Null while unknown, or if there is none.
 */
export function useLastSuccess(
  execution: Execution,
  view: RunView,
  step: Step,
): LastSuccess | null {
  const { t } = useText();
  const nameOf = (id: string) => {
    const item = /\/(\d+)@\d+$/.exec(id)?.[1];
    return item !== undefined && own?.slice(0, own.lastIndexOf('@')) !== step.frame
      ? t('timeline.item', { name: item })
      : t('travel.step', { number: id.slice(id.lastIndexOf('@') + 1) });
  };
  const isFailed = step.status === 'FAILED' || Boolean(step.error);
  const own = isFailed ? successBefore(view, step) : null;
  const inner = useQuery({
    ...stepQuery(execution.id, own ?? '', view.moment?.seq ?? null),
    enabled: own !== null,
  });
  const other = useQuery({
    ...lastSuccessQuery(execution.flow, step.state, execution.id),
    enabled: isFailed && own === null,
  });
  if (!isFailed) return null;
  if (own !== null)
    return inner.data
      ? { execution: execution.id, step: own, name: nameOf(own), input: inner.data.step.input }
      : null;
  return other.data ?? null;
}

function successBefore({ run, shown, selected }: RunView, step: Step): string | null {
  if (!selected || stateName(run, selected.index) !== step.state) return null;
  const state = run.stepState[selected.index];
  let after: string | null = null;
  for (let one = shown.stepCount - 1; one >= 0; one--) {
    if (run.stepState[one] !== state || shown.status(one) !== 'SUCCEEDED') continue;
    if (one < selected.index) return stepId(run, one);
    after = stepId(run, one);
  }
  return after;
}
