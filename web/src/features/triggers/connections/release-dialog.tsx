import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Breaker } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ConfirmDialog } from '../../../ui/confirm';
import { useToast } from '../../../ui/toast';

/** Says what happens to the calls that an open circuit breaker holds, and lets them through. */
export function ReleaseDialog({ breaker, onClose }: { breaker: Breaker; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const release = useMutation({
    mutationFn: () =>
      call<Breaker>(`/api/breakers/${encodeURIComponent(breaker.downstream)}/close`, {
        method: 'POST',
        change: 'breaker.close',
      }),
    onSuccess: async () => {
      toast(t('triggers.releasing', { system: breaker.downstream }));
      await cache.invalidateQueries({ queryKey: queryKeys.connections });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      permission="OPERATE"
      title={t('triggers.releaseTitle', { system: breaker.downstream })}
      confirm={t('triggers.releaseNow')}
      isBlocked={release.isPending}
      error={release.error}
      onConfirm={() => release.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('triggers.releaseEffect')}</p>
      <p className="leading-5 text-muted">
        {breaker.error}: {breaker.cause}
      </p>
    </ConfirmDialog>
  );
}
