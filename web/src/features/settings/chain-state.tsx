import { useMutation } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useText } from '../../i18n/i18n';
import { formatTime } from '../../model/time/relative';
import { Icon } from '../../ui/icons';
import { useNow } from '../../ui/time';
import { useToast } from '../../ui/toast';
import { verifyAudit } from './queries';

/** Verifies on request that no entry of the audit was changed; it reads the whole audit. */
export function ChainState() {
  const { t, locale } = useText();
  const toast = useToast();
  const now = useNow();
  const check = useMutation({
    mutationFn: async () => ({ found: await verifyAudit(), at: new Date().toISOString() }),
    onError: (error) => toast(error.message),
  });
  const found = check.data?.found;
  return (
    <>
      {found && (
        <span
          className={`chain-state ${found.intact ? 'text-ok' : 'text-bad'}`}
          role="status"
          title={t('audit.head', { head: found.head })}
        >
          <Icon of={found.intact ? ShieldCheck : ShieldAlert} />
          {found.intact
            ? t('audit.intact', {
                count: found.entries,
                time: formatTime(check.data?.at ?? '', now, locale),
              })
            : t('audit.broken', { number: found.brokenAt ?? 0 })}
        </span>
      )}
      <button
        type="button"
        className="btn"
        aria-disabled={check.isPending}
        onClick={() => !check.isPending && check.mutate()}
      >
        {t(found ? 'audit.verifyAgain' : 'audit.verify')}
      </button>
    </>
  );
}
