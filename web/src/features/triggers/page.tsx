import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Plus, Zap } from 'lucide-react';
import { useMay } from '../../api/session';
import type { Listing } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { GuardedButton } from '../../ui/guarded-button';
import { Icon } from '../../ui/icons';
import { useTitle } from '../../ui/title';
import { BindingsTab } from './bindings/bindings-tab';
import { ConnectionsTab } from './connections/connections-tab';
import { bindingsQuery, connectionsQuery, rejectedQuery, webhooksQuery } from './queries';
import { RejectedTab } from './rejected/rejected-tab';
import './triggers.css';
import { useTriggersUrl } from './use-triggers';
import { WebhooksTab } from './webhooks/webhooks-tab';

const TABS = {
  bindings: BindingsTab,
  webhooks: WebhooksTab,
  connections: ConnectionsTab,
  rejected: RejectedTab,
} as const;
type Kind = keyof typeof TABS;
const KINDS = Object.keys(TABS) as Kind[];

/** What each tab creates, and who may. */
const CREATES = {
  bindings: 'EDIT',
  webhooks: 'EDIT',
  connections: 'ADMINISTER',
  rejected: null,
} as const;

/** What starts flows: events, webhooks, connections to other systems, and fires that failed. */
export function TriggersPage() {
  const { t } = useText();
  const { kind } = useParams({ from: '/triggers/$kind' });
  const shown = KINDS.find((one) => one === kind) ?? 'bindings';
  const { search, change } = useTriggersUrl();
  const creates = CREATES[shown];
  useTitle(t(`triggers.tab.${shown}`), t('nav.triggers'));
  const Tab = TABS[shown];
  return (
    <>
      <header className="page-head trigger-head">
        <h1>{t('nav.triggers')}</h1>
        <span className="ml-auto" />
        <button
          type="button"
          className="btn"
          aria-pressed={search.act === 'try'}
          data-shortcut="t"
          onClick={() => change({ act: search.act === 'try' ? undefined : 'try' })}
        >
          <Icon of={Zap} /> {t('trial.title')}
        </button>
        {creates && (
          <GuardedButton
            permission={creates}
            className="btn primary"
            shortcut="n"
            onClick={() => change({ act: 'new', show: undefined })}
          >
            <Icon of={Plus} /> {t(`triggers.new.${shown}`)}
          </GuardedButton>
        )}
      </header>
      <Tabs shown={shown} />
      <Tab />
    </>
  );
}

function Tabs({ shown }: { shown: Kind }) {
  const { t } = useText();
  const mayList = useMay('EDIT');
  const counts: Record<Kind, string | null> = {
    bindings: useCount(useInfiniteQuery(bindingsQuery)),
    webhooks: useCount(useInfiniteQuery(webhooksQuery)),
    connections: useCount(useInfiniteQuery({ ...connectionsQuery, enabled: mayList })),
    rejected: useCount(useInfiniteQuery(rejectedQuery({}))),
  };
  return (
    <nav className="tabs trigger-tabs" aria-label={t('nav.triggers')}>
      {KINDS.map((name) => (
        <Link
          key={name}
          to="/triggers/$kind"
          params={{ kind: name }}
          search={{}}
          className="quiet"
          aria-current={name === shown ? 'page' : undefined}
        >
          {t(`triggers.tab.${name}`)}
          {counts[name] !== null && (
            <span className={`count ${name === 'rejected' && counts[name] !== '0' ? 'bad' : ''}`}>
              {counts[name]}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Returns the number of rows that are loaded; with a plus if there are more. */
function useCount(query: {
  data?: { pages: Listing<unknown>[] } | undefined;
  hasNextPage: boolean;
}): string | null {
  const { t, locale } = useText();
  if (!query.data) return null;
  const count = query.data.pages
    .reduce((sum, page) => sum + page.items.length, 0)
    .toLocaleString(locale);
  return query.hasNextPage ? t('triggers.atLeast', { count }) : count;
}
