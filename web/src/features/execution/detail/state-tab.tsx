import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Execution, StepDetail } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { jsonDiff } from '../../../model/json/json-lines';
import { CopyButton } from '../../../ui/copy';
import { JsonLinesView } from '../../../ui/json-lines-view';
import { Status } from '../../../ui/status';
import { ErrorState, SkeletonRows } from '../../../ui/states';
import { stateQuery } from '../queries';
import { useClock } from '../use-clock';
import type { RunView } from '../use-run-view';

/** The state of the engine after a fact: status, where it was, and the variables of the flow. */
export function StateTab({
  execution,
  view,
  detail,
}: {
  execution: Execution;
  view: RunView;
  detail: StepDetail;
}) {
  const { t } = useText();
  const { run, shown, end, moment, selected } = view;
  const clock = useClock(run);
  // Without a moment it is the time of the latest change of the step.
  const event = moment === null ? end.lastEvent(selected?.index ?? -1) : moment.events - 1;
  const seq = moment?.seq ?? run.eventSeq[event] ?? run.seq;
  const state = useQuery(stateQuery(execution.id, seq));
  const isInRoot = selected?.frame === '/';
  const isOwn = moment?.isWithinFact === true || !isInRoot;
  const before = detail.variables;
  const own = useMemo(() => ({ ...before, ...detail.step.assigned }), [before, detail]);
  const root = state.data?.variables;
  const rootDiff = useMemo(
    () => root && jsonDiff(isInRoot ? before : root, root),
    [root, before, isInRoot],
  );
  const ownDiff = useMemo(() => jsonDiff(before, own), [before, own]);
  if (state.isError && !state.data)
    return (
      <ErrorState
        title={t('state.failed')}
        error={state.error}
        onRetry={() => void state.refetch()}
      />
    );
  if (!state.data || !rootDiff) return <SkeletonRows rows={4} />;
  return (
    <div data-seq={seq}>
      <p className="state-line">
        <Status status={state.data.status} />
        <span className="clip">
          {[...new Set(state.data.current.map((one) => one.state)), state.data.error]
            .filter(Boolean)
            .join(', ')}
        </span>
        <span className="ml-auto label">{t('state.fact', { seq })}</span>
      </p>
      {isOwn && (
        <Variables
          title={t('state.ofStep', { state: detail.step.state })}
          value={own}
          lines={ownDiff.lines}
          changed={ownDiff.changed}
        />
      )}
      <Variables
        title={t('state.variables', {
          time: clock(moment === null ? (run.eventAt[event] ?? 0) : shown.at),
        })}
        value={state.data.variables}
        lines={rootDiff.lines}
        changed={rootDiff.changed}
      />
    </div>
  );
}

function Variables({
  title,
  value,
  lines,
  changed,
}: {
  title: string;
  value: object;
  lines: Parameters<typeof JsonLinesView>[0]['lines'];
  changed: number;
}) {
  const { t } = useText();
  return (
    <>
      <div className="json-tools">
        <span>{title}</span>
        <span className="ml-auto" />
        {changed > 0 && (
          <b className="font-semibold text-text">{t('state.set', { count: changed })}</b>
        )}
        <CopyButton text={() => JSON.stringify(value, null, 2)} what={title} />
      </div>
      {Object.keys(value).length === 0 ? (
        <p className="px-4 pb-3 text-muted">{t('state.none')}</p>
      ) : (
        <JsonLinesView lines={lines} label={title} />
      )}
    </>
  );
}
