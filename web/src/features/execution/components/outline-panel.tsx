import { CircleX, Search } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useMemo, useState } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import {
  foundRows,
  framesAround,
  hasGroups,
  notReached,
  outlineRows,
} from '../../../model/run/outline-rows';
import { Icon } from '../../../ui/icons';
import type { RunView } from '../use-run-view';
import { OutlineTree } from './outline-tree';
import { Summary } from './summary';

interface Props {
  execution: Execution;
  view: RunView;
  /** Names of the states of the flow, in the order of the definition. */
  states: readonly string[];
  onSelect: (step: string) => void;
}

/** All steps by frame, and a summary of the execution. */
export function OutlinePanel(props: Props) {
  const { t } = useText();
  return (
    <Tabs.Root className="run-side" defaultValue="outline">
      <Tabs.List className="tabs" aria-label={t('execution.overview')}>
        <Tabs.Trigger value="outline">{t('execution.outline')}</Tabs.Trigger>
        <Tabs.Trigger value="summary">{t('execution.summary')}</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="outline" className="flex flex-col min-h-0 flex-1">
        <Outline {...props} />
      </Tabs.Content>
      <Tabs.Content value="summary" className="overflow-auto" tabIndex={0}>
        <Summary execution={props.execution} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

/** The steps, which can be searched. */
export function Outline({ execution, view, states, onSelect }: Props) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [isFailedOnly, setFailedOnly] = useState(false);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { tree, shown, selected } = view;
  const isGrouped = useMemo(() => hasGroups(tree), [tree]);
  const isFiltered = isFailedOnly || text !== '';
  const index = selected?.index ?? -1;
  const revealed = useMemo(
    () => (index < 0 ? new Set<number>() : framesAround(tree, index)),
    [tree, index],
  );
  // Without groups and filters the rows are the same at every moment.
  const moment = isGrouped || isFiltered ? shown : null;
  const rows = useMemo(() => {
    const state = moment ?? shown;
    const all = { tree, state, toggled, revealed, notReached: notReached(tree, states) };
    return isFiltered ? foundRows(all, text, isFailedOnly) : outlineRows(all);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [tree, moment, toggled, revealed, states, isFiltered, text, isFailedOnly]);
  return (
    <>
      <div className="flex gap-2 px-3 pt-2 pb-1.5">
        <div className="field-box small flex-1">
          <Icon of={Search} size="s" />
          <input
            aria-label={t('execution.filterSteps')}
            placeholder={t('execution.filterSteps')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <button
          type="button"
          className="icon-btn line"
          style={{ width: 28, height: 28 }}
          aria-pressed={isFailedOnly}
          title={t('execution.failedOnly')}
          aria-label={t('execution.failedOnly')}
          onClick={() => setFailedOnly(!isFailedOnly)}
        >
          <Icon of={CircleX} size="s" />
        </button>
      </div>
      {rows.length === 0 && (
        <p className="px-4 py-2 text-muted">
          {tree.run.stepCount === 0 ? t('execution.noSteps') : t('execution.noStepsFound')}
        </p>
      )}
      <OutlineTree
        execution={execution}
        view={view}
        rows={rows}
        onSelect={onSelect}
        onToggle={(row) => setToggled(new Map(toggled).set(row.key, !row.isOpen))}
      />
    </>
  );
}
