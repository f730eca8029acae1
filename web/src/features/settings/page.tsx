import { Link, useParams } from '@tanstack/react-router';
import { useText } from '../../i18n/i18n';
import { useTitle } from '../../ui/title';
import { AccessTab } from './access';
import { AuditTab } from './audit';
import { JobsTab } from './jobs';
import { LimitsTab } from './limits';
import { NodesTab } from './nodes';
import { PauseTab } from './pause';
import './settings.css';

const TABS = {
  limits: LimitsTab,
  audit: AuditTab,
  access: AccessTab,
  nodes: NodesTab,
  jobs: JobsTab,
  pause: PauseTab,
} as const;

const isTab = (name: string): name is keyof typeof TABS => name in TABS;

/** What administrators look up and change for a tenant. */
export function SettingsPage() {
  const { t } = useText();
  const { tab } = useParams({ from: '/settings/$tab' });
  const shown = isTab(tab) ? tab : 'limits';
  useTitle(t(`settings.${shown}`), t('nav.settings'));
  const Tab = TABS[shown];
  return (
    <>
      <header className="page-head">
        <h1>{t('nav.settings')}</h1>
      </header>
      <nav className="tabs settings-tabs" aria-label={t('nav.settings')}>
        {Object.keys(TABS).map((name) => (
          <Link
            key={name}
            to="/settings/$tab"
            params={{ tab: name }}
            search={{}}
            className="quiet"
            aria-current={name === shown ? 'page' : undefined}
          >
            {t(`settings.${name}`)}
          </Link>
        ))}
      </nav>
      <Tab />
    </>
  );
}
