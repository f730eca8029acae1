import { useQuery } from '@tanstack/react-query';
import type { Flow } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { FlowFrame } from './frame';
import { LatestRuns } from './components/latest-runs';
import { HeatGraph } from './components/heat-graph';
import { StatsStrip } from './components/stats-strip';
import { TriggerPanel } from './components/trigger-panel';
import { VersionsPanel } from './components/versions-panel';
import './flow.css';
import { dependentsQuery, statsQuery } from './queries';

/** One flow: what it did in the last days, what starts it, its latest executions and versions. */
export function FlowPage() {
  return <FlowFrame>{(flow) => <Overview flow={flow} />}</FlowFrame>;
}

function Overview({ flow }: { flow: Flow }) {
  const { t } = useText();
  const version = flow.active ?? flow.latest ?? null;
  const stats = useQuery(statsQuery(flow.code, version));
  const dependents = useQuery(dependentsQuery(flow.code));
  return (
    <div className="flow-overview" tabIndex={0} role="region" aria-label={t('flow.tab.overview')}>
      {flow.description && <p className="text-muted max-w-3xl leading-5">{flow.description}</p>}
      <StatsStrip flow={flow} stats={stats.data} dependents={dependents.data} />
      <HeatGraph flow={flow} version={version} stats={stats.data} />
      <div className="flow-panels">
        <LatestRuns flow={flow} total={stats.data?.total.runs} />
        <div className="grid gap-4 content-start min-w-0">
          <TriggerPanel flow={flow} />
          <VersionsPanel flow={flow} stats={stats.data} />
        </div>
      </div>
    </div>
  );
}
