import { Link } from '@tanstack/react-router';
import {
  LayoutDashboard,
  ListTree,
  PanelLeft,
  Plug,
  SlidersHorizontal,
  Workflow,
  Zap,
} from 'lucide-react';
import { Fragment } from 'react';
import { useText } from '../i18n/i18n';
import { Icon } from '../ui/icons';
import { changePreferences, usePreferences } from './preferences';

/** The complete pages; pages that are not complete are reachable by links only. */
const GROUPS = [
  {
    text: '',
    pages: [{ to: '/', icon: LayoutDashboard, text: 'nav.overview' }],
  },
  {
    text: 'nav.automation',
    pages: [
      { to: '/flows', icon: Workflow, text: 'nav.flows' },
      { to: '/executions', icon: ListTree, text: 'nav.executions' },
    ],
  },
  {
    text: 'nav.build',
    pages: [
      { to: '/triggers', icon: Zap, text: 'nav.triggers' },
      { to: '/handlers', icon: Plug, text: 'nav.handlers' },
    ],
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
  return (
    <nav className={`sidebar ${isOpen ? 'open' : ''}`} aria-label={t('shell.navigation')}>
      {GROUPS.map((group) => (
        <Fragment key={group.text}>
          {group.text !== '' && <div className="group">{t(group.text)}</div>}
          {group.pages.map((page) => (
            <Link
              key={page.to}
              to={page.to}
              className="entry"
              title={isNarrow ? t(page.text) : undefined}
              aria-label={t(page.text)}
              onClick={onNavigate}
              activeOptions={{ exact: page.to === '/', includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon of={page.icon} />
              <span>{t(page.text)}</span>
            </Link>
          ))}
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
