import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, X } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import type { Flow, FlowStats } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { allNodes, graphOf } from '../../../model/flow/graph';
import { formatRate } from '../../../model/flow/health';
import { heatOf, labelledWays, shortCount, type HeatBy } from '../../../model/flow/heat';
import { readDefinition } from '../../../model/flow/read';
import { resourceOf } from '../../../model/flow/resource';
import { formatDuration } from '../../../model/time/duration';
import { Icon } from '../../../ui/icons';
import { versionQuery } from '../queries';

const FlowCanvas = lazy(() =>
  import('../../../canvas/flow-canvas').then((module) => ({ default: module.FlowCanvas })),
);

const millis = (value: number | null | undefined) =>
  typeof value === 'number' ? formatDuration(value) : '';

/** The graph of the live version with what its states did in the last days. */
export function HeatGraph({
  flow,
  version,
  stats,
}: {
  flow: Flow;
  version: number | null;
  stats: FlowStats | undefined;
}) {
  const { t, locale } = useText();
  const search = useSearch({ from: '/flows/$flow' });
  const navigate = useNavigate({ from: '/flows/$flow' });
  const by: HeatBy = search.heat === 'p95' ? 'p95' : 'failures';
  const published = useQuery(versionQuery(flow.code, version));
  const source = version === null ? flow.draft.source : published.data?.source;
  const machine = useMemo(() => graphOf(readDefinition(source ?? '')), [source]);
  const states = stats?.states;
  const heat = useMemo(() => {
    if (!states) return null;
    const ends = new Set(
      allNodes(machine)
        .filter((node) => node.type === 'Fail')
        .map((node) => node.id),
    );
    const nodes = heatOf(states.states, by, ends, (one) =>
      by === 'p95' ? millis(one.p95Millis) : formatRate(one.failures, one.visits, locale),
    );
    const ways = new Map(
      [...labelledWays(machine, states.ways)].map(([way, count]) => [
        way,
        shortCount(count, locale),
      ]),
    );
    return { nodes, ways };
  }, [states, machine, by, locale]);
  const selected = states?.states.find((one) => one.state === search.state);
  const resource = selected ? resourceOf(machine, selected.state) : null;
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <section className="panel heat-graph" aria-label={t('flow.graph')}>
      <Suspense fallback={<div />}>
        <FlowCanvas
          machine={machine}
          title={version === null ? t('flow.draftGraph') : t('flow.liveGraph', { version })}
          direction="right"
          heat={heat}
          selected={search.state ?? null}
          onSelect={(state) => set({ state })}
        />
      </Suspense>
      {heat && (
        <div className="heat-tools">
          {states?.estimated && (
            <span className="label max-lg:hidden">
              {t('flow.estimated', { count: states.sampled })}
            </span>
          )}
          <span className="heat-key" aria-hidden>
            {t(by === 'p95' ? 'flow.heat.fast' : 'flow.heat.none')}
            <i className="heat-0" />
            <i className="heat-1" />
            <i className="heat-2" />
            <i className="heat-3" />
            {t(by === 'p95' ? 'flow.heat.slow' : 'flow.heat.many')}
          </span>
          <span className="select">
            <select
              aria-label={t('flow.heat')}
              value={by}
              onChange={(event) => set({ heat: event.target.value === 'p95' ? 'p95' : undefined })}
            >
              <option value="failures">{t('flow.heat.failures')}</option>
              <option value="p95">{t('flow.heat.p95')}</option>
            </select>
            <Icon of={ChevronDown} size="xs" />
          </span>
        </div>
      )}
      {selected && (
        <p className="heat-detail" role="status">
          <b className="font-semibold">{selected.state.split('/').at(-1)}</b>
          <span>{t('flow.visits', { count: selected.visits })}</span>
          <span className={selected.failures > 0 ? 'text-bad' : 'text-muted'}>
            {t('flow.visitsFailed', {
              count: selected.failures,
              rate: formatRate(selected.failures, selected.visits, locale),
            })}
          </span>
          {millis(selected.p95Millis) && (
            <span className="text-muted">p95 {millis(selected.p95Millis)}</span>
          )}
          {resource !== null && (
            <Link to="/handlers" search={{ show: resource }} className="under mono">
              {resource}
            </Link>
          )}
          {selected.failures > 0 && (
            <Link
              to="/executions"
              search={{ flow: flow.code, status: ['FAILED'] }}
              className="under"
            >
              {t('flow.showFailed')}
            </Link>
          )}
          <button
            type="button"
            className="icon-btn small ml-auto"
            aria-label={t('action.close')}
            onClick={() => set({ state: undefined })}
          >
            <Icon of={X} size="s" />
          </button>
        </p>
      )}
    </section>
  );
}
