import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { GuardedButton } from '../../ui/guarded-button';
import { Icon } from '../../ui/icons';
import { ErrorState, SkeletonRows } from '../../ui/states';
import { Time } from '../../ui/time';
import { NewKeySheet } from './new-key';
import { keysQuery } from './queries';
import { RevokeSheet } from './revoke-key';
import { RoleMatrix } from './role-matrix';

const COLUMNS = {
  gridTemplateColumns:
    'minmax(140px, 1.2fr) minmax(140px, 1fr) minmax(140px, 1fr) 110px 110px 110px 90px',
};

/** The keys of the tenant, and what each role may do. */
export function AccessTab() {
  const { t } = useText();
  const keys = useQuery(keysQuery);
  const [isNew, setNew] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <div className="settings-scroll" tabIndex={0} role="region" aria-label={t('settings.access')}>
      <section aria-label={t('access.keys')}>
        <header className="flex items-center gap-3 px-6 py-3">
          <h2>{t('access.keys')}</h2>
          <span className="ml-auto" />
          <GuardedButton
            permission="ADMINISTER"
            className="btn primary"
            onClick={() => setNew(true)}
          >
            <Icon of={Plus} /> {t('access.newKey')}
          </GuardedButton>
        </header>
        {keys.isPending ? (
          <SkeletonRows rows={4} />
        ) : keys.isError ? (
          <ErrorState
            title={t('access.failed')}
            error={keys.error}
            onRetry={() => void keys.refetch()}
          />
        ) : (
          <div role="table" aria-label={t('access.keys')} className="settings-table wide">
            <div role="row" className="grid-head" style={COLUMNS}>
              {['name', 'roles', 'scope', 'created', 'used', 'expires', 'actions'].map((column) => (
                <span key={column} role="columnheader">
                  {t(`access.column.${column}`)}
                </span>
              ))}
            </div>
            {keys.data.map((key) => (
              <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
            ))}
          </div>
        )}
      </section>
      <RoleMatrix />
      {isNew && <NewKeySheet onClose={() => setNew(false)} />}
      {revoking && <RevokeSheet apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { t } = useText();
  const scope = [...(apiKey.flows ?? []), ...(apiKey.resources ?? [])].join(', ');
  return (
    <div role="row" className="grid-row" style={COLUMNS}>
      <span role="cell" title={apiKey.id}>
        <span className="font-medium">{apiKey.name}</span>{' '}
        <span className="mono text-faint">{apiKey.id}</span>
      </span>
      <span role="cell" title={apiKey.roles.join(', ')}>
        {apiKey.roles.join(', ')}
      </span>
      <span role="cell" className="text-muted" title={scope}>
        {scope || t('access.everything')}
      </span>
      <span role="cell" className="text-muted">
        <Time at={apiKey.createdAt} />
      </span>
      <span role="cell" className="text-muted">
        {apiKey.lastUsedAt ? <Time at={apiKey.lastUsedAt} /> : t('access.never')}
      </span>
      <span role="cell" className="text-muted">
        {apiKey.expiresAt ? <Time at={apiKey.expiresAt} /> : t('access.never')}
      </span>
      <span role="cell">
        {apiKey.revokedAt ? (
          <span className="text-bad">{t('access.revoked')}</span>
        ) : (
          <GuardedButton permission="ADMINISTER" className="btn small" onClick={onRevoke}>
            {t('access.revoke')}
          </GuardedButton>
        )}
      </span>
    </div>
  );
}
