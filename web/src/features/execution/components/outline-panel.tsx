import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, CircleX, Search } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Execution, Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { outline } from '../../../model/run/outline';
import { Icon } from '../../../ui/icons';
import { Status } from '../../../ui/status';
import { Duration } from '../../../ui/time';
import { Summary } from './summary';

const ROW = 28;

/** All steps by frame, and a summary of the execution. */
export function OutlinePanel({
  execution,
  steps,
  selected,
  onSelect,
}: {
  execution: Execution;
  steps: readonly Step[];
  selected: string | null;
  onSelect: (step: string) => void;
}) {
  const { t } = useText();
  return (
    <Tabs.Root className="run-side" defaultValue="outline">
      <Tabs.List className="tabs" aria-label={t('execution.overview')}>
        <Tabs.Trigger value="outline">{t('execution.outline')}</Tabs.Trigger>
        <Tabs.Trigger value="summary">{t('execution.summary')}</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="outline" className="flex flex-col min-h-0 flex-1">
        <Outline steps={steps} selected={selected} onSelect={onSelect} />
      </Tabs.Content>
      <Tabs.Content value="summary" className="overflow-auto" tabIndex={0}>
        <Summary execution={execution} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function Outline({
  steps,
  selected,
  onSelect,
}: {
  steps: readonly Step[];
  selected: string | null;
  onSelect: (step: string) => void;
}) {
  const { t } = useText();
  const [text, setText] = useState('');
  const [failedOnly, setFailedOnly] = useState(false);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => {
    const isFiltered = failedOnly || text !== '';
    const all = outline(steps, isFiltered ? new Set() : collapsed);
    if (!isFiltered) return all;
    return all.filter(
      (row) =>
        row.kind === 'step' &&
        (!failedOnly || row.step.status === 'FAILED') &&
        row.step.state.toLowerCase().includes(text.toLowerCase()),
    );
  }, [steps, collapsed, failedOnly, text]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const toggle = (key: string) =>
    setCollapsed((before) =>
      before.has(key)
        ? new Set([...before].filter((one) => one !== key))
        : new Set([...before, key]),
    );
  const onKey = (event: KeyboardEvent) => {
    const at = rows.findIndex((row) => row.key === selected);
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const current = rows[at];
    if (move !== 0) {
      event.preventDefault();
      for (let i = at + move; i >= 0 && i < rows.length; i += move) {
        const row = rows[i];
        if (row?.kind === 'step') {
          onSelect(row.key);
          virtual.scrollToIndex(i);
          return;
        }
      }
    } else if (
      current?.hasChildren &&
      ((event.key === 'ArrowLeft' && !collapsed.has(current.key)) ||
        (event.key === 'ArrowRight' && collapsed.has(current.key)))
    ) {
      event.preventDefault();
      toggle(current.key);
    }
  };
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
          aria-pressed={failedOnly}
          title={t('execution.failedOnly')}
          aria-label={t('execution.failedOnly')}
          onClick={() => setFailedOnly(!failedOnly)}
        >
          <Icon of={CircleX} size="s" />
        </button>
      </div>
      {rows.length === 0 && (
        <p className="px-4 py-2 text-muted">
          {steps.length === 0 ? t('execution.noSteps') : t('execution.noStepsFound')}
        </p>
      )}
      <div ref={scroller} className="flex-1 min-h-0 overflow-auto px-2 pb-2">
        <div
          role="tree"
          aria-label={t('execution.outline')}
          tabIndex={0}
          aria-activedescendant={selected ? `row-${selected}` : undefined}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKey}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const status = row.kind === 'step' ? row.step.status : row.status;
            return (
              <div
                key={row.key}
                id={`row-${row.key}`}
                role="treeitem"
                aria-level={row.depth + 1}
                aria-selected={row.key === selected}
                aria-expanded={row.hasChildren ? !collapsed.has(row.key) : undefined}
                className={`tree-row absolute inset-x-0 ${status === 'FAILED' && row.key === selected ? 'failed' : ''}`}
                style={{ top: item.start, paddingLeft: 4 + row.depth * 14 }}
                onClick={() => (row.kind === 'step' ? onSelect(row.key) : toggle(row.key))}
              >
                {row.hasChildren ? (
                  <span
                    className="text-faint"
                    onClick={(event) => {
                      event.stopPropagation();
                      toggle(row.key);
                    }}
                  >
                    <Icon of={collapsed.has(row.key) ? ChevronRight : ChevronDown} size="xs" />
                  </span>
                ) : (
                  <span style={{ width: 12 }} />
                )}
                <Status status={status} iconOnly />
                <Name of={row.kind === 'step' ? row.step.state : row.name} />
                {row.kind === 'step' && (
                  <span className="took">
                    <Duration start={row.step.startedAt} end={row.step.endedAt} />
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

function Name({ of: name }: { of: string }) {
  return (
    <span className="clip" title={name}>
      {name}
    </span>
  );
}
