import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Flow } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ConfirmDialog } from '../../../ui/confirm';
import { useToast } from '../../../ui/toast';
import { flowPath, readDependents } from '../queries';

/** Deletes an archived flow after its code has been typed; first it counts what that affects. */
export function DeleteDialog({ flow, onClose }: { flow: Flow; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const [code, setCode] = useState('');
  const dependents = useQuery({
    queryKey: queryKeys.dependents(flow.code),
    queryFn: ({ signal }) => readDependents(flow.code, signal),
  });
  const remove = useMutation({
    mutationFn: () =>
      call(`${flowPath(flow.code)}/delete`, {
        method: 'POST',
        change: 'flow.delete',
        body: { code },
      }),
    onSuccess: async () => {
      onClose();
      toast(t('flows.deleted', { name: flow.name }));
      cache.removeQueries({ queryKey: queryKeys.flow(flow.code) });
      await cache.invalidateQueries({ queryKey: queryKeys.flows() });
    },
  });
  const unfinished =
    dependents.data?.unfinished.reduce((sum, version) => sum + version.executions, 0) ?? 0;
  const callers = dependents.data?.callers ?? [];
  return (
    <ConfirmDialog
      permission="ADMINISTER"
      title={t('flows.deleteTitle', { name: flow.name })}
      confirm={t('flows.deleteNow')}
      isDanger
      isBlocked={code !== flow.code || unfinished > 0 || !dependents.data || remove.isPending}
      error={remove.error ?? dependents.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('flows.deleteEffect')}</p>
      {dependents.data && (
        <ul className="effect-list">
          <li>
            <span>{t('flows.deleteVersions')}</span>
            <span>{flow.latest ?? 0}</span>
          </li>
          <li>
            <span>{t('flows.deleteUnfinished')}</span>
            <span className={unfinished > 0 ? 'text-bad' : ''}>{unfinished}</span>
          </li>
          <li>
            <span>{t('flow.calledBy')}</span>
            <span className={callers.length > 0 ? 'text-bad' : ''}>
              {callers.length > 0 ? callers.join(', ') : t('flow.noFlow')}
            </span>
          </li>
        </ul>
      )}
      {unfinished > 0 && <p className="text-bad">{t('flows.deleteBlocked')}</p>}
      <div className="field">
        <label htmlFor="delete-code">{t('flows.deleteType', { code: flow.code })}</label>
        <span className="field-box">
          <input
            id="delete-code"
            className="mono"
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </span>
      </div>
    </ConfirmDialog>
  );
}
