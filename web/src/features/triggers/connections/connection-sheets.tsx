import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Connection } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { downstreamOf } from '../../../model/triggers/connections';
import { ConfirmDialog } from '../../../ui/confirm';
import { useToast } from '../../../ui/toast';
import { breakersQuery } from '../queries';
import { useTriggersUrl } from '../use-triggers';
import { ConnectionSheet } from './connection-sheet';
import { ReleaseDialog } from './release-dialog';

/** The sheet or dialog that the URL names. */
export function ConnectionSheets({ connection }: { connection: Connection | undefined }) {
  const { search, change } = useTriggersUrl();
  const breakers = useQuery(breakersQuery);
  const close = () => change({ act: undefined });
  if (search.act === 'new') return <ConnectionSheet onClose={close} />;
  if (!connection) return null;
  if (search.act === 'edit')
    return <ConnectionSheet key={connection.name} connection={connection} onClose={close} />;
  if (search.act === 'delete') return <DeleteDialog connection={connection} onClose={close} />;
  const open = breakers.data?.find((one) => one.downstream === downstreamOf(connection));
  return search.act === 'release' && open ? <ReleaseDialog breaker={open} onClose={close} /> : null;
}

function DeleteDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const { change } = useTriggersUrl();
  const remove = useMutation({
    mutationFn: () =>
      call<void>(`/api/connections/${encodeURIComponent(connection.name)}`, {
        method: 'DELETE',
        change: 'connection.delete',
      }),
    onSuccess: async () => {
      change({ act: undefined, show: undefined });
      toast(t('triggers.connectionDeleted', { name: connection.name }));
      await cache.invalidateQueries({ queryKey: queryKeys.connections });
    },
  });
  return (
    <ConfirmDialog
      permission="ADMINISTER"
      title={t('triggers.connectionDeleteTitle', { name: connection.name })}
      confirm={t('triggers.deleteNow')}
      isDanger
      isBlocked={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('triggers.connectionDeleteEffect', { name: connection.name })}</p>
      <p className="leading-5 text-muted">{t('triggers.connectionDeleteSecrets')}</p>
    </ConfirmDialog>
  );
}
