import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/client';
import { queryKeys } from '../../../api/query-keys';
import type { Flow } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ConfirmDialog } from '../../../ui/confirm';
import { useToast } from '../../../ui/toast';
import { DRAFT, dependentsQuery, diffQuery, flowPath } from '../queries';
import { Summary } from './changes';

/** Confirms that a version becomes the draft, or the one that starts take. */
export function VersionDialog({
  flow,
  act,
  onClose,
}: {
  flow: Flow;
  act: string;
  onClose: () => void;
}) {
  const [action, version = ''] = act.split('-');
  if ((action !== 'restore' && action !== 'activate') || !/^\d+$/.test(version)) return null;
  return action === 'restore' ? (
    <Restore flow={flow} version={version} onClose={onClose} />
  ) : (
    <Activate flow={flow} version={version} onClose={onClose} />
  );
}

interface Props {
  flow: Flow;
  version: string;
  onClose: () => void;
}

function Restore({ flow, version, onClose }: Props) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const navigate = useNavigate({ from: '/flows/$flow/versions' });
  const diff = useQuery(diffQuery(flow.code, DRAFT, version, flow.revision));
  const restore = useMutation({
    mutationFn: () =>
      call<Flow>(`${flowPath(flow.code)}/versions/${version}/restore`, {
        method: 'POST',
        change: 'flow.restore',
        headers: { 'If-Match': `"${flow.revision}"` },
      }),
    onSuccess: async (saved) => {
      cache.setQueryData(queryKeys.flow(flow.code), saved);
      toast(t('versions.restored', { version }));
      await cache.invalidateQueries({ queryKey: queryKeys.flows() });
      await navigate({
        search: {
          ...((flow.active ?? null) === null ? {} : { from: String(flow.active) }),
          to: DRAFT,
        },
      });
    },
  });
  return (
    <ConfirmDialog
      permission="EDIT"
      title={t('versions.restoreTitle', { version })}
      confirm={t('versions.restoreNow')}
      isBlocked={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    >
      <p className="leading-5">{t('versions.restoreEffect')}</p>
      {flow.draft.changed && <p className="text-warn">{t('versions.restoreLoses')}</p>}
      <div className="grid gap-2">
        <h3 className="font-medium">{t('versions.restoreChanges')}</h3>
        <Summary diff={diff.data} isSame={false} />
      </div>
    </ConfirmDialog>
  );
}

function Activate({ flow, version, onClose }: Props) {
  const { t } = useText();
  const toast = useToast();
  const cache = useQueryClient();
  const live = flow.active ?? null;
  const dependents = useQuery(dependentsQuery(flow.code));
  const diff = useQuery(diffQuery(flow.code, String(live ?? version), version, flow.revision));
  const activate = useMutation({
    mutationFn: () =>
      call<Flow>(`${flowPath(flow.code)}/activate`, {
        method: 'POST',
        change: 'flow.activate',
        body: { version: Number(version) },
      }),
    onSuccess: async (saved) => {
      cache.setQueryData(queryKeys.flow(flow.code), saved);
      toast(t('publish.done', { version }));
      onClose();
      await Promise.all(
        [queryKeys.flow(flow.code), queryKeys.flows()].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return (
    <ConfirmDialog
      permission="PUBLISH"
      title={t('versions.activateTitle', { version })}
      confirm={t('versions.activateNow', { version })}
      isBlocked={activate.isPending}
      error={activate.error}
      onConfirm={() => activate.mutate()}
      onClose={onClose}
    >
      <ul className="publish-effect">
        <li>{live === null ? t('publish.first') : t('publish.replaces', { version: live })}</li>
        {dependents.data?.unfinished.map((one) => (
          <li key={one.version}>
            {t('publish.stay', { count: one.executions, version: one.version })}
          </li>
        ))}
        {dependents.data?.unfinished.length === 0 && <li>{t('publish.noneStay')}</li>}
      </ul>
      {live !== null && (
        <div className="grid gap-2">
          <h3 className="font-medium">{t('publish.changesSince', { version: live })}</h3>
          <Summary diff={diff.data} isSame={false} />
        </div>
      )}
    </ConfirmDialog>
  );
}
