import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useText } from '../../../i18n/i18n';
import { visitsOf } from '../../../model/run/node-runs';
import { stepId } from '../../../model/run/run';
import { stepsInScope } from '../../../model/run/scope';
import { Icon } from '../../../ui/icons';
import type { RunView } from '../use-run-view';
import { useScope } from '../use-scope';

/** More visits are reached step by step, or by the items of the Map. */
const MAX_LISTED = 500;

/** Selects one of the visits of a state that was visited repeatedly. */
export function Visits({ view, onSelect }: { view: RunView; onSelect: (step: string) => void }) {
  const { t } = useText();
  const { run, tree, shown, nodes, selected } = view;
  const { scope } = useScope(view);
  const index = selected?.index ?? -1;
  const node = nodes.ofStep[index] ?? -1;
  const visits = useMemo(
    () => visitsOf(nodes, shown, node, stepsInScope(tree, scope)),
    [nodes, shown, node, tree, scope],
  );
  const at = visits.indexOf(index);
  if (visits.length < 2 || at < 0) return null;
  const show = (place: number) => {
    const step = visits[place];
    if (step !== undefined) onSelect(stepId(run, step));
  };
  const first = Math.max(0, Math.min(at - MAX_LISTED / 2, visits.length - MAX_LISTED));
  const listed = visits.slice(first, first + MAX_LISTED);
  return (
    <div className="visits" role="group" aria-label={t('visits.title')}>
      <button
        type="button"
        className="icon-btn small"
        aria-label={t('visits.previous')}
        title={t('visits.previous')}
        aria-disabled={at === 0}
        onClick={() => show(at - 1)}
      >
        <Icon of={ChevronLeft} size="s" />
      </button>
      <span className="select">
        <select
          aria-label={t('visits.title')}
          value={at}
          onChange={(event) => show(Number(event.target.value))}
        >
          {listed.map((step, i) => (
            <option key={step} value={first + i}>
              {t('visits.visit', {
                number: first + i + 1,
                count: visits.length,
                status: t(`status.${shown.status(step) ?? 'PENDING'}`),
              })}
            </option>
          ))}
        </select>
      </span>
      <button
        type="button"
        className="icon-btn small"
        aria-label={t('visits.next')}
        title={t('visits.next')}
        aria-disabled={at === visits.length - 1}
        onClick={() => show(at + 1)}
      >
        <Icon of={ChevronRight} size="s" />
      </button>
    </div>
  );
}
