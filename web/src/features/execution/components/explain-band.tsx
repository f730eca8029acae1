import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../i18n/i18n';
import { groupHolds, isMoving, releasesOf, type HoldGroup } from '../../../model/run/holds';
import { visible } from '../../../model/text';
import { stateType, stepOf } from '../../../model/run/run';
import { CopyButton } from '../../../ui/copy';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';
import { explanationQuery } from '../queries';
import type { RunView } from '../use-run-view';
import { useScope } from '../use-scope';
import { Releases } from './releases';

const MAX_GROUPS = 3;
const REFRESH_MS = 5_000;
/** The reasons of thousands of items are read less often. */
const SLOW_REFRESH_MS = 30_000;
const MANY = 200;

/** Why an execution does not proceed, each reason with what releases it. */
export function ExplainBand({ id, view }: { id: string; view: RunView }) {
  const { t, locale } = useText();
  const [isOpen, setOpen] = useState(false);
  const explanation = useQuery({
    ...explanationQuery(id),
    refetchInterval: (query) =>
      (query.state.data?.reasons.length ?? 0) > MANY ? SLOW_REFRESH_MS : REFRESH_MS,
  });
  const holds = explanation.data?.reasons ?? [];
  if (holds.length === 0) return null;
  const groups = groupHolds(holds);
  const shown = isOpen ? groups : groups.slice(0, MAX_GROUPS);
  const held = holds.filter((hold) => !isMoving(hold)).length;
  const isWorking = held === 0;
  return (
    <section
      className={`run-band explain ${isWorking ? 'calm' : 'warn'}`}
      aria-label={t('explain.title')}
    >
      {groups.length > 1 && (
        <p className="explain-sum" role="status">
          <Icon of={Clock} />
          <b className="font-semibold">
            {isWorking
              ? t('explain.working', { count: holds.length.toLocaleString(locale) })
              : t('explain.held', { count: held, reasons: groups.length })}
          </b>
          {!isWorking && held < holds.length && (
            <span className="text-muted">{t('explain.othersGoOn')}</span>
          )}
        </p>
      )}
      <ul>
        {shown.map((group) => (
          <Reason
            key={`${group.first.kind} ${group.first.state ?? ''} ${group.first.subject ?? ''}`}
            group={group}
            view={view}
            isAlone={groups.length === 1}
          />
        ))}
      </ul>
      {groups.length > MAX_GROUPS && (
        <button
          type="button"
          className="under label"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('explain.less') : t('explain.more', { count: groups.length - MAX_GROUPS })}
        </button>
      )}
    </section>
  );
}

function Reason({
  group: { first, count },
  view,
  isAlone,
}: {
  group: HoldGroup;
  view: RunView;
  isAlone: boolean;
}) {
  const { t, locale } = useText();
  // Skipping is possible for most kinds, but does not bring about what is awaited.
  const hasOwnAction = releasesOf(first).some(
    (release) => release.kind === 'action' && release.act !== 'skip',
  );
  return (
    <li data-kind={first.kind}>
      {isAlone && count === 1 ? (
        <Icon of={Clock} />
      ) : (
        <b className="explain-count">{count.toLocaleString(locale)}</b>
      )}
      <div className="explain-what">
        <p>
          <b className="font-semibold">{t(`explain.kind.${first.kind}`)}</b>
          {first.state && <span className="explain-state">{visible(first.state)}</span>}
          {first.since && (
            <span className="label">
              {t('explain.since')} <Time at={first.since} />
            </span>
          )}
          {first.until && (
            <span className="label">
              {t('explain.until')} <Time at={first.until} />
            </span>
          )}
        </p>
        <p className="explain-text" title={first.what}>
          <span>{visible(first.what)}</span>
          <CopyButton text={`${first.what}\n${first.release}`} what={t('explain.reason')} />
        </p>
        {!hasOwnAction && (
          <p className="label explain-release" title={first.release}>
            {t('explain.release')} {first.release}
          </p>
        )}
      </div>
      <div className="explain-actions">
        {count > 1 && <ShowItems step={first.step ?? null} view={view} />}
        <Releases hold={first} />
      </div>
    </li>
  );
}

/** Opens the items of the Map whose steps are held. */
function ShowItems({ step, view }: { step: string | null; view: RunView }) {
  const { t } = useText();
  const { open } = useScope(view);
  const { run, tree } = view;
  let current = step === null ? -1 : stepOf(run, step);
  while (current >= 0 && stateType(run, current) !== 'Map') {
    const frame = run.stepFrame[current] ?? -1;
    current = frame < 0 || frame === tree.root ? -1 : tree.stepAbove(frame);
  }
  if (current < 0) return null;
  const map = current;
  return (
    <button
      type="button"
      className="btn small"
      onClick={() => open({ kind: 'step', step: map }, { items: 'waiting' })}
    >
      {t('explain.showItems')}
    </button>
  );
}
