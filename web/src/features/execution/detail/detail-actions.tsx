import {
  LayoutGrid,
  Link as LinkIcon,
  SkipForward,
  SquarePen,
  Undo2,
  UserCheck,
  type LucideIcon,
} from 'lucide-react';
import { useMemo } from 'react';
import { useMay } from '../../../api/session';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { humanTaskOf, stateBody } from '../../../model/flow/state-body';
import { allowedStepActions, type Action } from '../../../model/run/actions';
import { framePath } from '../../../model/run/outline';
import { stateType } from '../../../model/run/run';
import { hasEnded } from '../../../model/run/status';
import type { StepInfo } from '../../../model/run/step-info';
import { useCopy } from '../../../ui/copy';
import { Icon } from '../../../ui/icons';
import { useAction } from '../use-action';
import type { RunView } from '../use-run-view';
import { useScope } from '../use-scope';

const ICONS: Partial<Record<Action, LucideIcon>> = {
  skip: SkipForward,
  sendBack: Undo2,
  decide: UserCheck,
  editInput: SquarePen,
};
const MAX_OUTCOMES = 4;

interface OfferedAction {
  act: Action;
  on?: string;
  name: string;
}

/** What can be done with the selected step: decide, skip, send back, retry, or open its items. */
export function DetailActions({
  execution,
  definition,
  view,
  selected,
  isLoaded,
}: {
  execution: Execution;
  definition: unknown;
  view: RunView;
  selected: StepInfo;
  isLoaded: boolean;
}) {
  const { t } = useText();
  const copy = useCopy();
  const mayOperate = useMay('OPERATE');
  const { open } = useAction();
  const { open: openScope } = useScope(view);
  const { tree, run, moment, failed } = view;
  const isPast = moment !== null;
  const task = useMemo(
    () => humanTaskOf(stateBody(definition, framePath(selected.frame), selected.state)),
    [definition, selected],
  );
  const actions = useMemo((): OfferedAction[] => {
    const name = (act: Action) => `${t(`execution.action.${act}`, { state: selected.state })}…`;
    if (hasEnded(execution.status))
      return failed?.index === selected.index && execution.status !== 'SUCCEEDED'
        ? [{ act: 'editInput', name: name('editInput') }]
        : [];
    const isEnding = Boolean(execution.ending);
    const { status, type } = selected;
    return allowedStepActions(execution.status, isEnding, status, type).flatMap(
      (act): OfferedAction[] =>
        act === 'decide' && task && task.outcomes.length <= MAX_OUTCOMES
          ? task.outcomes.map((on) => ({ act, on, name: `${on}…` }))
          : [{ act, name: name(act) }],
    );
  }, [execution.status, execution.ending, selected, failed, task, t]);
  const isFork = tree.framesOf(selected.index).length > 0;
  const isMap = stateType(run, selected.index) === 'Map';
  const shown = isLoaded ? actions : [];
  if (shown.length === 0 && !isPast && !isFork && !isMap) return null;
  const reason = isPast ? t('travel.noActions') : mayOperate ? undefined : t('permission.OPERATE');
  return (
    <footer className="detail-foot">
      {shown.map(({ act, on, name }) => {
        const icon = ICONS[act];
        return (
          <button
            key={name}
            type="button"
            className="btn small"
            aria-disabled={reason !== undefined}
            title={reason ?? name}
            onClick={() => reason === undefined && open({ act, on, step: selected.step })}
          >
            {icon && <Icon of={icon} size="s" />} <span className="clip">{name}</span>
          </button>
        );
      })}
      {(isFork || isMap) && (
        <button
          type="button"
          className="btn small"
          onClick={() => openScope({ kind: 'step', step: selected.index })}
        >
          <Icon of={LayoutGrid} size="s" /> {t(isMap ? 'items.open' : 'canvas.openInner')}
        </button>
      )}
      {isPast && (
        <button
          type="button"
          className="btn small"
          onClick={() => copy(location.href, t('travel.link'))}
        >
          <Icon of={LinkIcon} size="s" /> {t('travel.copyLink')}
        </button>
      )}
    </footer>
  );
}
