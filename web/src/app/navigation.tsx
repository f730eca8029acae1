import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListTree, PanelLeft, SlidersHorizontal, TriangleAlert, Workflow, Zap } from 'lucide-react';
import { Fragment } from 'react';
import { failureCountsQuery } from '../api/failures';
import { useText } from '../i18n/i18n';
import { Icon } from '../ui/icons';
import { changePreferences, usePreferences } from './preferences';

const MAX_SHOWN = 99;

/** The complete pages; pages that are not complete are reachable by links only. */
const GROUPS = [
  {
    text: 'nav.automation',
    pages: [
      { to: '/flows', icon: Workflow, text: 'nav.flows' },
      { to: '/executions', icon: ListTree, text: 'nav.executions' },
      { to: '/failures', icon: TriangleAlert, text: 'nav.failures' },
    ],
  },
  {
    text: 'nav.build',
    pages: [{ to: '/triggers', icon: Zap, text: 'nav.triggers' }],
  },
  {
    text: 'nav.administration',
    pages: [{ to: '/settings', icon: SlidersHorizontal, text: 'nav.settings' }],
  },
] as const;

export function Navigation({
  isNarrow,
  isOpen,
  onNavigate,
}: {
  isNarrow: boolean;
  isOpen: boolean;
  onNavigate: () => void;
}) {
  const { t } = useText();
  const { isNavigationNarrow } = usePreferences();
  const newFailures = useQuery(failureCountsQuery).data?.new ?? 0;
  return (
    <nav className={`sidebar ${isOpen ? 'open' : ''}`} aria-label={t('shell.navigation')}>
      {GROUPS.map((group) => (
        <Fragment key={group.text}>
          <div className="group">{t(group.text)}</div>
          {group.pages.map((page) => {
            const count = page.to === '/failures' ? newFailures : 0;
            const name = t(page.text);
            const label = count > 0 ? `${name}, ${t('failures.newCount', { count })}` : name;
            return (
              <Link
                key={page.to}
                to={page.to}
                className="entry"
                title={isNarrow ? label : undefined}
                aria-label={label}
                onClick={onNavigate}
                activeProps={{ 'aria-current': 'page' }}
              >
                <Icon of={page.icon} />
                <span>{name}</span>
                {count > 0 && (
                  <b className="count bad" data-count={count > MAX_SHOWN ? '99+' : count} />
                )}
              </Link>
            );
          })}
        </Fragment>
      ))}
      <button
        type="button"
        className="entry foot"
        aria-pressed={isNavigationNarrow}
        aria-label={t('shell.collapse')}
        onClick={() => changePreferences({ isNavigationNarrow: !isNavigationNarrow })}
      >
        <Icon of={PanelLeft} />
        <span>{t('shell.collapse')}</span>
      </button>
    </nav>
  );
}
