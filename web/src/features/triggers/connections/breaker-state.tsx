import { Check, LoaderCircle, ZapOff } from 'lucide-react';
import type { Breaker } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';

/** Whether calls go through: an open breaker holds them and probes the system. */
export function BreakerState({ breaker }: { breaker: Breaker | undefined }) {
  const { t } = useText();
  const state = breaker?.state ?? 'closed';
  const shape = state === 'closed' ? Check : state === 'open' ? ZapOff : LoaderCircle;
  return (
    <span className={`breaker ${state}`}>
      <Icon of={shape} size="s" /> {t(`triggers.breaker.${state}`)}
    </span>
  );
}
