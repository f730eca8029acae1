import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type { ApiKey } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { formatTime } from '../../model/time/relative';
import { useBusy } from '../../ui/busy';
import { Sheet } from '../../ui/dialog';
import { useNow } from '../../ui/time';
import { useToast } from '../../ui/toast';

/** Says what the revocation of a key does before it is done; it cannot be undone. */
export function RevokeSheet({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t, locale } = useText();
  const toast = useToast();
  const now = useNow();
  const cache = useQueryClient();
  const [revoke, isBusy] = useBusy(async () => {
    try {
      await call(`/api/keys/${encodeURIComponent(apiKey.id)}`, {
        method: 'DELETE',
        change: 'key.revoke',
      });
      toast(t('access.revokedNow', { name: apiKey.name }));
      await cache.invalidateQueries({ queryKey: queryKeys.keys });
      onClose();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  });
  return (
    <Sheet
      title={t('access.revokeTitle', { name: apiKey.name })}
      open
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn primary"
            aria-disabled={isBusy}
            onClick={() => void revoke()}
          >
            {t('access.revokeNow')}
          </button>
          <button type="button" className="btn" onClick={onClose}>
            {t('action.close')}
          </button>
        </>
      }
    >
      <p className="leading-5">{t('access.revokeEffect')}</p>
      <p className="leading-5">
        {apiKey.lastUsedAt
          ? t('access.lastUsed', { time: formatTime(apiKey.lastUsedAt, now, locale) })
          : t('access.neverUsed')}
      </p>
    </Sheet>
  );
}
