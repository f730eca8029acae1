import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import { ErrorState } from '../../ui/states';
import { rolesQuery } from './queries';

/** Which role has which permission, and the endpoints that need it. */
export function RoleMatrix() {
  const { t } = useText();
  const roles = useQuery(rolesQuery);
  if (roles.isPending) return null;
  if (roles.isError)
    return (
      <ErrorState
        title={t('access.rolesFailed')}
        error={roles.error}
        onRetry={() => void roles.refetch()}
      />
    );
  const { roles: all, permissions } = roles.data;
  return (
    <section aria-label={t('access.roles')} className="px-6 py-6">
      <h2 className="pb-3">{t('access.roles')}</h2>
      <div className="matrix-scroll" tabIndex={0} role="region" aria-label={t('access.roles')}>
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">{t('access.permission')}</th>
              {all.map(({ role }) => (
                <th scope="col" key={role}>
                  {role}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map(({ permission, endpoints }) => (
              <tr key={permission}>
                <th scope="row" aria-label={t(`access.permission.${permission}`)}>
                  <details>
                    <summary>
                      {t(`access.permission.${permission}`)}{' '}
                      <span className="count">{endpoints.length}</span>
                    </summary>
                    <ul className="mono">
                      {endpoints.map((endpoint) => (
                        <li key={endpoint}>{endpoint}</li>
                      ))}
                    </ul>
                  </details>
                </th>
                {all.map(({ role, permissions: had }) => (
                  <td key={role}>
                    {had.includes(permission) ? (
                      <span title={t('access.allowed')}>
                        <Icon of={Check} />
                        <span className="sr-only">{t('access.allowed')}</span>
                      </span>
                    ) : (
                      <span className="sr-only">{t('access.notAllowed')}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
