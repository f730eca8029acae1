import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import { useMay } from '../../../api/session';
import type { Flow, FlowBulkResult } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ConfirmDialog } from '../../../ui/confirm';
import { Time } from '../../../ui/time';
import { useToast } from '../../../ui/toast';
import { dependentsQuery } from '../queries';

type Action = 'ENABLE' | 'DISABLE' | 'ARCHIVE' | 'RESTORE';

/** What cannot be changed, and what starts and ends the life of the flow. */
export function Lifecycle({ flow }: { flow: Flow }) {
  const { t } = useText();
  const mayPublish = useMay('PUBLISH');
  const [chosen, setChosen] = useState<Action | null>(null);
  const actions: Action[] =
    flow.status === 'ARCHIVED'
      ? ['RESTORE']
      : flow.status === 'ACTIVE'
        ? ['DISABLE', 'ARCHIVE']
        : flow.status === 'INACTIVE'
          ? ['ENABLE', 'ARCHIVE']
          : ['ARCHIVE'];
  return (
    <section className="grid gap-3" aria-label={t('settings.lifecycle')}>
      <h2 className="panel-title">{t('settings.lifecycle')}</h2>
      <dl className="flow-facts">
        <dt>{t('flow.field.code')}</dt>
        <dd className="mono">{flow.code}</dd>
        <dt>{t('flow.field.id')}</dt>
        <dd className="mono">{flow.id}</dd>
        <dt>{t('flow.field.created')}</dt>
        <dd>
          <Time at={flow.createdAt} />
        </dd>
        <dt>{t('flow.field.updated')}</dt>
        <dd>
          <Time at={flow.updatedAt} />, {t('version.revision', { revision: flow.revision })}
        </dd>
      </dl>
      <div className="flex gap-2">
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className="btn"
            aria-disabled={!mayPublish}
            title={mayPublish ? undefined : t('permission.PUBLISH')}
            onClick={() => mayPublish && setChosen(action)}
          >
            {t(`flows.bulk.${action}`)}
          </button>
        ))}
      </div>
      {chosen && <Change flow={flow} action={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

function Change({ flow, action, onClose }: { flow: Flow; action: Action; onClose: () => void }) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const dependents = useQuery(dependentsQuery(flow.code));
  const change = useMutation({
    mutationFn: () =>
      call<FlowBulkResult>('/api/flows/bulk', {
        method: 'POST',
        change: 'flow.lifecycle',
        body: { action, flows: [flow.code] },
      }),
    onSuccess: async () => {
      onClose();
      toast(t('flows.bulkDone', { count: 1 }));
      await Promise.all(
        [queryKeys.flows(), queryKeys.flow(flow.code)].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  const unfinished = dependents.data?.unfinished.reduce((sum, one) => sum + one.executions, 0) ?? 0;
  const callers = dependents.data?.callers ?? [];
  return (
    <ConfirmDialog
      permission="PUBLISH"
      title={t(`flows.bulkTitle.${action}`, { count: 1 })}
      confirm={t(`flows.bulkNow.${action}`, { count: 1 })}
      isBlocked={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t(`flows.bulkEffect.${action}`)}</p>
      {unfinished > 0 && <p>{t('flows.bulkUnfinished', { count: unfinished })}</p>}
      {callers.length > 0 && (
        <p>
          {t('flow.calledBy')} {callers.join(', ')}
        </p>
      )}
    </ConfirmDialog>
  );
}
