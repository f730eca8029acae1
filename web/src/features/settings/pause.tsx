import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import { useMay, useSession } from '../../api/session';
import { useText } from '../../i18n/i18n';
import { visible } from '../../model/text';
import { useBusy } from '../../ui/busy';
import { Time } from '../../ui/time';
import { useToast } from '../../ui/toast';

const COUNTED = ['RUNNING', 'WAITING', 'PENDING'] as const;

/** The emergency stop of the tenant: what it would do, and its reason. */
export function PauseTab() {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const mayStop = useMay('ADMINISTER');
  const session = useSession();
  const stop = session.data?.emergencyStop;
  const [reason, setReason] = useState('');
  const [running, setRunning] = useState<'finish' | 'pause'>('finish');
  const counts = useQuery({
    queryKey: ['pause-counts'],
    queryFn: ({ signal }) => Promise.all(COUNTED.map((status) => countOf(status, signal))),
    enabled: mayStop,
  });
  const isReady = mayStop && reason.trim() !== '';
  const [send, isBusy] = useBusy(async (path: string, body: object, message: string) => {
    try {
      await call(path, { method: 'POST', change: 'emergencyStop.change', body });
      setReason('');
      toast(message);
      await cache.invalidateQueries({ queryKey: queryKeys.session });
      await cache.invalidateQueries({ queryKey: queryKeys.jobs });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
  const [runs = 0, waits = 0, pending = 0] = counts.data ?? [];
  return (
    <div className="settings-body narrow">
      {stop ? (
        <>
          <h2>{t('pause.stopped')}</h2>
          <p className="leading-5">
            {t('pause.by', { by: stop.by })} <Time at={stop.since} />
            {stop.reason && <>: “{visible(stop.reason)}”</>}
          </p>
          <p className="text-muted leading-5">{t('pause.resumeEffect')}</p>
        </>
      ) : (
        <>
          <h2>{t('pause.now')}</h2>
          <p className="text-muted leading-5">{t('pause.about')}</p>
          <fieldset className="grid gap-2">
            <legend className="sr-only">{t('pause.running')}</legend>
            {(['finish', 'pause'] as const).map((one) => (
              <label key={one} className="flex items-start gap-2">
                <input
                  type="radio"
                  name="running"
                  className="mt-1"
                  checked={running === one}
                  onChange={() => setRunning(one)}
                />
                <span>
                  {t(`pause.running.${one}`)}
                  <span className="label block">
                    {counts.data
                      ? t(`pause.effect.${one}`, { runs: runs + waits, pending })
                      : t('pause.counting')}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      )}
      <div className="field">
        <label htmlFor="stop-reason">{t('action.reason')}</label>
        <textarea
          id="stop-reason"
          className="textarea"
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <span className="label">{t('pause.reasonNote')}</span>
      </div>
      <button
        type="button"
        className={`btn w-fit ${stop ? 'primary' : 'danger'}`}
        aria-disabled={!isReady || isBusy}
        title={
          mayStop ? (isReady ? undefined : t('pause.needsReason')) : t('permission.ADMINISTER')
        }
        onClick={() => {
          if (!isReady) return;
          void (stop
            ? send('/api/admin/flows/resume-all', { reason }, t('pause.ended'))
            : send('/api/admin/flows/pause-all', { reason, running }, t('pause.began')));
        }}
      >
        {t(stop ? 'pause.resumeNow' : 'pause.stopNow')}
      </button>
    </div>
  );
}

/** Counts executions without changing any: the dry run of a bulk action. */
async function countOf(status: string, signal: AbortSignal): Promise<number> {
  const { matches } = await call<{ matches: number }>('/api/flows/executions/bulk', {
    method: 'POST',
    change: 'emergencyStop.count',
    body: { action: 'pause', dryRun: true, filter: { status } },
    signal,
  });
  return matches;
}
