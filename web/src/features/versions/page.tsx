import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { Flow, FlowDiff, FlowVersion, Listing } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { graphOf } from '../../model/flow/graph';
import { readDefinition } from '../../model/flow/read';
import { diffLines } from '../../model/flow/text-diff';
import { FlowHeader } from '../../ui/flow-header';
import { Icon } from '../../ui/icons';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states';
import { Time } from '../../ui/time';
import { useTitle } from '../../ui/title';
import { ChangeList, Summary } from './changes';
import { DiffText } from './diff-text';
import './versions.css';

const FlowCanvas = lazy(() =>
  import('../../canvas/flow-canvas').then((module) => ({ default: module.FlowCanvas })),
);
const DRAFT = 'draft';

/** Two versions side by side: graphs, changes in words, text. */
export function VersionsPage() {
  const { t } = useText();
  const { flow: code } = useParams({ from: '/flows/$flow/versions' });
  const search = useSearch({ from: '/flows/$flow/versions' });
  const navigate = useNavigate({ from: '/flows/$flow/versions' });
  const path = `/api/flows/${encodeURIComponent(code)}`;
  const flow = useQuery({
    queryKey: queryKeys.flow(code),
    queryFn: ({ signal }) => call<Flow>(path, { signal }),
  });
  useTitle(flow.data?.name ?? code, t('flow.versions'));
  const versions = useQuery({
    queryKey: queryKeys.versions(code),
    queryFn: ({ signal }) =>
      call<Listing<FlowVersion>>(`${path}/versions`, { query: { limit: 100 }, signal }),
  });
  const numbers = (versions.data?.items ?? []).map((version) => String(version.number));
  const to = search.to ?? numbers[0] ?? DRAFT;
  const from =
    search.from ?? numbers[numbers.indexOf(to) + 1] ?? (to === DRAFT ? numbers[0] : to) ?? DRAFT;
  const diff = useQuery({
    queryKey: queryKeys.diff(code, from, to),
    queryFn: ({ signal }) => call<FlowDiff>(`${path}/diff`, { query: { from, to }, signal }),
    enabled: versions.isSuccess && from !== to,
  });
  if (flow.isPending || versions.isPending) return <SkeletonRows rows={10} />;
  if (flow.isError)
    return (
      <ErrorState title={t('flow.failed')} error={flow.error} onRetry={() => void flow.refetch()} />
    );
  const choose = (change: { from?: string; to?: string }) =>
    void navigate({ search: { from, to, ...change } });
  const options = [DRAFT, ...numbers];
  return (
    <>
      <FlowHeader flow={flow.data} />
      {numbers.length === 0 ? (
        <EmptyState title={t('versions.empty')}>
          <pre className="code-block">pawl flows publish {code}</pre>
        </EmptyState>
      ) : (
        <>
          <div className="flex items-center gap-3 px-6 h-12 border-b border-line flex-none">
            <Choice
              name={t('versions.from')}
              value={from}
              options={options}
              onChange={(one) => choose({ from: one })}
            />
            <Icon of={ArrowRight} size="s" />
            <Choice
              name={t('versions.to')}
              value={to}
              options={options}
              onChange={(one) => choose({ to: one })}
            />
            <Summary diff={diff.data} isSame={from === to} />
          </div>
          <div className="flex-1 min-h-0 overflow-auto" tabIndex={0}>
            <div className="grid grid-cols-2">
              <Side
                flow={flow.data}
                version={versions.data?.items.find((one) => String(one.number) === from)}
                name={from}
              />
              <Side
                flow={flow.data}
                version={versions.data?.items.find((one) => String(one.number) === to)}
                name={to}
              />
            </div>
            <Comparison
              key={`${from} ${to}`}
              flow={flow.data}
              from={from}
              to={to}
              diff={diff.data}
            />
          </div>
        </>
      )}
    </>
  );
}

function useSource(flow: Flow, name: string) {
  const number = Number(name);
  const version = useQuery({
    queryKey: queryKeys.version(flow.code, number),
    queryFn: ({ signal }) =>
      call<FlowVersion>(`/api/flows/${encodeURIComponent(flow.code)}/versions/${number}`, {
        signal,
      }),
    enabled: name !== DRAFT,
    staleTime: Infinity,
  });
  return name === DRAFT ? (flow.draft.source ?? '') : (version.data?.source ?? '');
}

function Comparison({
  flow,
  from,
  to,
  diff,
}: {
  flow: Flow;
  from: string;
  to: string;
  diff: FlowDiff | undefined;
}) {
  const { t } = useText();
  const before = useSource(flow, from);
  const after = useSource(flow, to);
  const graphs = useMemo(
    () => [graphOf(readDefinition(before)), graphOf(readDefinition(after))] as const,
    [before, after],
  );
  const rows = useMemo(() => diffLines(before, after), [before, after]);
  const changes = useMemo(() => {
    const sides = [new Map<string, string>(), new Map<string, string>()] as const;
    for (const change of diff?.diff.states ?? []) {
      if (change.kind !== 'ADDED') sides[0].set(change.was ?? change.state, change.kind);
      if (change.kind !== 'REMOVED') sides[1].set(change.state, change.kind);
    }
    return sides;
  }, [diff]);
  return (
    <>
      <div className="grid grid-cols-2 border-b border-line" style={{ height: 268 }}>
        <Suspense fallback={<div />}>
          <FlowCanvas
            machine={graphs[0]}
            title={versionName(from, t('version.draft'))}
            direction="right"
            changes={changes[0]}
          />
          <FlowCanvas
            machine={graphs[1]}
            title={versionName(to, t('version.draft'))}
            direction="right"
            changes={changes[1]}
          />
        </Suspense>
      </div>
      {diff && <ChangeList diff={diff} />}
      <DiffText rows={rows} />
    </>
  );
}

const versionName = (name: string, draft: string) => (name === DRAFT ? draft : `v${name}`);

function Side({
  flow,
  version,
  name,
}: {
  flow: Flow;
  version: FlowVersion | undefined;
  name: string;
}) {
  const { t } = useText();
  return (
    <div className="flex items-center gap-3 h-11 px-6 border-b border-line min-w-0">
      <b className="font-semibold">{versionName(name, t('version.draft'))}</b>
      {version?.active && <span className="tag">{t('version.live')}</span>}
      <span className="clip text-muted">
        {version
          ? [version.note && `“${version.note}”`, version.publishedBy].filter(Boolean).join(', ')
          : t('version.revision', { revision: flow.revision })}
      </span>
      {version && (
        <span className="ml-auto text-muted whitespace-nowrap">
          <Time at={version.createdAt} />
        </span>
      )}
    </div>
  );
}

function Choice({
  name,
  value,
  options,
  onChange,
}: {
  name: string;
  value: string;
  options: readonly string[];
  onChange: (value: string) => void;
}) {
  const { t } = useText();
  return (
    <span className="select">
      <select aria-label={name} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {versionName(option, t('version.draft'))}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="xs" />
    </span>
  );
}
