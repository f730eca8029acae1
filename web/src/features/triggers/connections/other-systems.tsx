import { useState } from 'react';
import type { Breaker } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { GuardedButton } from '../../../ui/guarded-button';
import { Time } from '../../../ui/time';
import { BreakerState } from './breaker-state';
import { ReleaseDialog } from './release-dialog';

/** Open circuit breakers of systems that handlers call without a connection of the tenant. */
export function OtherSystems({ breakers }: { breakers: readonly Breaker[] }) {
  const { t } = useText();
  const [released, setReleased] = useState<Breaker | null>(null);
  return (
    <section className="px-6 py-5 grid gap-2" aria-label={t('triggers.otherSystems')}>
      <h2>{t('triggers.otherSystems')}</h2>
      <p className="text-muted">{t('triggers.otherSystemsNote')}</p>
      <ul className="start-list">
        {breakers.map((one) => (
          <li key={one.downstream} className="system">
            <BreakerState breaker={one} />
            <span className="mono clip">{one.downstream}</span>
            <span className="clip text-muted" title={one.cause}>
              {one.error}: {one.cause}
            </span>
            <span className="text-muted">
              <Time at={one.since} />
            </span>
            {one.state === 'open' && (
              <GuardedButton
                permission="OPERATE"
                className="btn small"
                onClick={() => setReleased(one)}
              >
                {t('triggers.release')}
              </GuardedButton>
            )}
          </li>
        ))}
      </ul>
      {released && <ReleaseDialog breaker={released} onClose={() => setReleased(null)} />}
    </section>
  );
}
