import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client';
import { useMay } from '../api/session';
import type { Session } from '../api/types';
import { useText } from '../i18n/i18n';
import { visible } from '../model/text';
import { useBusy } from '../ui/busy';
import { Sheet } from '../ui/dialog';
import { Icon } from '../ui/icons';
import { Time } from '../ui/time';
import { useToast } from '../ui/toast';

/** The emergency stop of the tenant: nothing starts until it is ended. */
export function PauseBanner({ stop }: { stop: NonNullable<Session['emergencyStop']> }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const mayResume = useMay('ADMINISTER');
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [resume, isBusy] = useBusy(async () => {
    try {
      await call('/api/admin/flows/resume-all', {
        method: 'POST',
        change: 'emergencyStop.endInBanner',
        body: { reason },
      });
      setOpen(false);
      toast(t('pause.ended'));
      await cache.invalidateQueries();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <div className="banner warn" role="status">
      <Icon of={TriangleAlert} />
      <span className="min-w-0">
        <b className="font-semibold">{t('pause.title')}</b> {t('pause.by', { by: stop.by })}{' '}
        <Time at={stop.since} />
        {stop.reason && <>: “{visible(stop.reason)}”</>}.{' '}
        <span className="text-muted">{t('pause.effect')}</span>
      </span>
      <button
        type="button"
        className="btn small ml-auto"
        aria-disabled={!mayResume}
        title={mayResume ? undefined : t('permission.ADMINISTER')}
        onClick={() => mayResume && setOpen(true)}
      >
        {t('pause.resume')}
      </button>
      <Sheet
        title={t('pause.resumeTitle')}
        open={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <button
              type="button"
              className="btn primary"
              aria-disabled={isBusy}
              onClick={() => void resume()}
            >
              {t('pause.resumeNow')}
            </button>
            <button type="button" className="btn" onClick={() => setOpen(false)}>
              {t('action.close')}
            </button>
          </>
        }
      >
        <p className="leading-5">{t('pause.resumeEffect')}</p>
        <div className="field">
          <label htmlFor="resume-reason">{t('action.reason')}</label>
          <textarea
            id="resume-reason"
            className="textarea"
            rows={3}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      </Sheet>
    </div>
  );
}
