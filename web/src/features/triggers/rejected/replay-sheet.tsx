import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Rejected, ReplayTrial } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Sheet } from '../../../ui/dialog';
import { GuardedButton } from '../../../ui/guarded-button';
import { ErrorState, SkeletonRows } from '../../../ui/states';
import { OutcomeText } from '../trial/outcome-text';

interface Done {
  started: number;
  failed: number;
  execution: string | null;
}

/** Counts what a replay of one or of many rejected events would do, and does it. */
export function ReplaySheet({
  fire,
  filter,
  onClose,
}: {
  fire?: Rejected;
  filter: { flow: string | undefined; reason: string | undefined };
  onClose: () => void;
}) {
  const { t } = useText();
  const cache = useQueryClient();
  const which = fire ? { id: fire.id } : filter;
  const replay = useMutation({
    mutationFn: () => send(fire, filter),
    onSettled: () => cache.invalidateQueries({ queryKey: ['triggers'] }),
  });
  const preview = useQuery({
    queryKey: queryKeys.trial(which),
    queryFn: ({ signal }) =>
      call<ReplayTrial>('/api/rejected/try', {
        method: 'POST',
        change: 'rejected.try',
        body: which,
        signal,
      }),
    enabled: !replay.data,
    gcTime: 0,
    retry: false,
  });
  const done = replay.data;
  return (
    <Sheet
      title={t(fire ? 'triggers.replayTitle' : 'triggers.replayManyTitle', { event: fire?.event })}
      open
      onClose={onClose}
      footer={
        <>
          {!done && (
            <GuardedButton
              permission="OPERATE"
              className="btn primary"
              isBlocked={!preview.data || preview.data.fires === 0 || replay.isPending}
              onClick={() => replay.mutate()}
            >
              {fire
                ? t('triggers.replayNow')
                : t('triggers.replayManyNow', {
                    count: preview.data?.fires ?? 0,
                    more: preview.data?.more ? 'yes' : 'no',
                  })}
            </GuardedButton>
          )}
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        </>
      }
    >
      {done ? (
        <Result done={done} />
      ) : preview.isPending ? (
        <SkeletonRows rows={4} />
      ) : preview.isError ? (
        <ErrorState
          title={t('triggers.failed')}
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <Preview trial={preview.data} isOne={fire !== undefined} />
      )}
      {replay.error && (
        <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
          {replay.error.message}
        </p>
      )}
    </Sheet>
  );
}

async function send(
  fire: Rejected | undefined,
  filter: { flow: string | undefined; reason: string | undefined },
): Promise<Done> {
  if (!fire)
    return {
      ...(await call<Omit<Done, 'execution'>>('/api/rejected/replay', {
        method: 'POST',
        change: 'rejected.replayMany',
        body: filter,
      })),
      execution: null,
    };
  const one = await call<{ execution?: string | null; rejectedAgain: boolean }>(
    `/api/rejected/${fire.id}/replay`,
    { method: 'POST', change: 'rejected.replay' },
  );
  return {
    started: one.execution ? 1 : 0,
    failed: one.rejectedAgain ? 1 : 0,
    execution: one.execution ?? null,
  };
}

function Preview({ trial, isOne }: { trial: ReplayTrial; isOne: boolean }) {
  const { t } = useText();
  const counts = [
    ['starts', trial.starts],
    ['rejected', trial.rejected],
    ['without', trial.without],
    ['orphaned', trial.orphaned],
  ] as const;
  return (
    <div className="grid gap-4" aria-live="polite">
      {!isOne && (
        <>
          <p className="leading-5">
            {t('triggers.replayCounts', { count: trial.fires, more: trial.more ? 'yes' : 'no' })}
          </p>
          <dl className="replay-counts">
            {counts
              .filter(([name, count]) => count > 0 || name === 'starts')
              .map(([name, count]) => (
                <div key={name}>
                  <dt>{t(`triggers.replay.${name}`)}</dt>
                  <dd className={name === 'rejected' && count > 0 ? 'text-bad' : ''}>{count}</dd>
                </div>
              ))}
          </dl>
        </>
      )}
      <ul className="trial-list">
        {trial.sample.map((one) => (
          <li key={one.id}>
            {one.result ? (
              <OutcomeText trial={one.result} withEvent={!isOne} />
            ) : (
              <span>{t('triggers.orphan', { event: one.eventId })}</span>
            )}
          </li>
        ))}
      </ul>
      {trial.fires > trial.sample.length && (
        <p className="text-muted">
          {t('triggers.replaySample', { count: trial.fires - trial.sample.length })}
        </p>
      )}
      <p className="text-muted leading-5">{t('triggers.replayNote')}</p>
    </div>
  );
}

function Result({ done }: { done: Done }) {
  const { t } = useText();
  return (
    <div role="status" className="grid gap-3">
      <p className="leading-5">
        {t('triggers.replayed', { started: done.started, failed: done.failed })}
      </p>
      {done.execution && (
        <Link
          to="/executions/$id"
          params={{ id: done.execution }}
          className="btn justify-self-start"
        >
          {t('triggers.openExecution')}
        </Link>
      )}
    </div>
  );
}
