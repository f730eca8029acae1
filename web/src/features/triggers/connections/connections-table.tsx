import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import type { Breaker, Connection } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { secretsOf } from '../../../model/triggers/connections';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';
import { BreakerState } from './breaker-state';

export function ConnectionsTable({
  rows,
  breakerOf,
  selected,
}: {
  rows: readonly Connection[];
  breakerOf: (connection: Connection) => Breaker | undefined;
  selected: string | undefined;
}) {
  const { t } = useText();
  return (
    <div
      className="trigger-scroll"
      role="region"
      aria-label={t('triggers.tab.connections')}
      tabIndex={0}
    >
      <table className="trigger-table connections">
        <thead>
          <tr>
            <th scope="col">{t('triggers.field.name')}</th>
            <th scope="col" className="kind">
              {t('triggers.field.kind')}
            </th>
            <th scope="col">{t('triggers.field.address')}</th>
            <th scope="col" className="wide-only">
              {t('triggers.secrets')}
            </th>
            <th scope="col">{t('triggers.column.state')}</th>
            <th scope="col" className="wide-only">
              {t('triggers.column.changed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.name} className={`row ${one.name === selected ? 'selected' : ''}`}>
              <td>
                <Link
                  to="/triggers/$kind"
                  params={{ kind: 'connections' }}
                  search={(before) => ({ ...before, show: one.name, act: undefined })}
                  replace
                  className="row-open clip"
                  aria-current={one.name === selected ? 'true' : undefined}
                >
                  {one.name}
                </Link>
              </td>
              <td className="text-muted kind">{one.kind.toUpperCase()}</td>
              <td className="mono clip" title={one.address}>
                {one.address}
              </td>
              <td className="wide-only text-muted">
                <span className="flex items-center gap-1 min-w-0">
                  {secretsOf(one.auth).map((secret) => (
                    <span key={secret} className="tag">
                      <Icon of={KeyRound} size="xs" /> {secret}
                    </span>
                  ))}
                  {secretsOf(one.auth).length === 0 && t('triggers.noSecrets')}
                </span>
              </td>
              <td>
                <BreakerState breaker={breakerOf(one)} />
              </td>
              <td className="wide-only text-muted">
                <Time at={one.updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
