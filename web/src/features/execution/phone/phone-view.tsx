import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { lazy, Suspense } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import type { Machine } from '../../../model/flow/graph';
import { Icon } from '../../../ui/icons';
import { Summary } from '../components/summary';
import { StepDetail } from '../detail/step-detail';
import { Timeline } from '../timeline/timeline';
import type { RunView } from '../use-run-view';
import { PhoneSteps } from './phone-steps';
import './phone.css';

const RunCanvas = lazy(() =>
  import('../components/run-canvas').then((module) => ({ default: module.RunCanvas })),
);
const VIEWS = ['steps', 'canvas', 'timeline', 'summary'] as const;

/** The page on a phone: one part at a time, steps first; a step covers the others. */
export function PhoneView({
  execution,
  machine,
  definition,
  states,
  view,
  onSelect,
}: {
  execution: Execution;
  machine: Machine;
  definition: unknown;
  states: readonly string[];
  view: RunView;
  onSelect: (step: string) => void;
}) {
  const { t } = useText();
  const search = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  const shown = VIEWS.find((one) => one === search.view) ?? 'steps';
  if (search.step !== undefined && view.selected?.step === search.step)
    return (
      <div className="phone-step">
        <button
          type="button"
          className="btn ghost"
          onClick={() => void navigate({ search: (before) => ({ ...before, step: undefined }) })}
        >
          <Icon of={ChevronLeft} /> {t(`phone.${shown}`)}
        </button>
        <StepDetail
          execution={execution}
          definition={definition}
          view={view}
          onSelect={onSelect}
          tab={search.tab ?? 'input'}
          onTab={(tab) =>
            void navigate({ search: (before) => ({ ...before, tab }), replace: true })
          }
        />
      </div>
    );
  return (
    <Tabs.Root
      className="phone-view"
      value={shown}
      onValueChange={(next) =>
        void navigate({
          search: (before) => ({ ...before, view: next === 'steps' ? undefined : next }),
          replace: true,
        })
      }
    >
      <Tabs.List className="tabs" aria-label={t('execution.overview')}>
        {VIEWS.map((one) => (
          <Tabs.Trigger key={one} value={one}>
            {t(`phone.${one}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="steps" className="phone-part" tabIndex={-1}>
        <PhoneSteps execution={execution} view={view} states={states} onSelect={onSelect} />
      </Tabs.Content>
      <Tabs.Content value="canvas" className="phone-part" tabIndex={-1}>
        <Suspense fallback={<div className="canvas" />}>
          <RunCanvas
            execution={execution}
            machine={machine}
            definition={definition}
            view={view}
            onSelect={onSelect}
          />
        </Suspense>
      </Tabs.Content>
      <Tabs.Content value="timeline" className="phone-part" tabIndex={-1}>
        <Timeline execution={execution} view={view} onSelect={onSelect} />
      </Tabs.Content>
      <Tabs.Content value="summary" className="phone-part" tabIndex={0}>
        <Summary execution={execution} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
