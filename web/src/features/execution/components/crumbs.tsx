import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { flowNameOf } from '../../../model/executions/flow-name';
import { frameName } from '../../../model/run/frames';
import { stateName, stateType } from '../../../model/run/run';
import type { Scope } from '../../../model/run/scope';
import { visible } from '../../../model/text';
import { Icon } from '../../../ui/icons';
import type { RunView } from '../use-run-view';
import { useScope } from '../use-scope';

/** The way from the flow to the part that the canvas shows; parts left before stay in grey. */
export function Crumbs({
  execution,
  view,
  before,
}: {
  execution: Execution;
  view: RunView;
  /** Parts within the shown one that were open before. */
  before: readonly Scope[];
}) {
  const { t } = useText();
  const { scope, path, open } = useScope(view);
  const nameOf = useScopeName(execution, view);
  return (
    <nav className="canvas-crumbs" aria-label={t('canvas.crumbs')}>
      <ol>
        {execution.parent && (
          <li>
            <Link
              className="clip"
              to="/executions/$id"
              params={{ id: execution.parent }}
              search={{ in: execution.parentStep ?? undefined }}
              title={t('summary.parent')}
            >
              {t('canvas.parent')}
            </Link>
            <Icon of={ChevronRight} size="xs" />
          </li>
        )}
        {path.map((one, i) => (
          <li key={i} className={one === scope ? 'current' : ''}>
            {i > 0 && <Icon of={ChevronRight} size="xs" />}
            {one === scope ? (
              <span className="clip" aria-current="location" title={nameOf(one)}>
                {nameOf(one)}
              </span>
            ) : (
              <button type="button" className="clip" title={nameOf(one)} onClick={() => open(one)}>
                {nameOf(one)}
              </button>
            )}
          </li>
        ))}
        {before.map((one, i) => (
          <li key={`b${i}`} className="before">
            <Icon of={ChevronRight} size="xs" />
            <button type="button" className="clip" title={nameOf(one)} onClick={() => open(one)}>
              {nameOf(one)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Returns the name of a part: of the flow, a state, a branch or an item. */
function useScopeName(execution: Execution, { run, tree }: RunView): (scope: Scope) => string {
  const { t } = useText();
  return (scope) => {
    switch (scope.kind) {
      case 'flow':
        return typeof execution.parentItem === 'number'
          ? t('timeline.item', { name: execution.parentItem })
          : flowNameOf(execution);
      case 'step':
        return visible(stateName(run, scope.step));
      case 'frame': {
        const above = tree.stepAbove(scope.frame);
        const type = above < 0 ? '' : stateType(run, above);
        const name = frameName(run, scope.frame);
        if (type === 'Parallel') return t('outline.branch', { number: Number(name) + 1 });
        return type === 'Map' ? t('timeline.item', { name }) : visible(name);
      }
    }
  };
}
