import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Flow } from '../api/types';
import { useText } from '../i18n/i18n';
import { CategoryMark } from './category';
import { DebugTabLinks } from './debug-tab-links';
import { FlowState } from './flow-state';
import { Icon } from './icons';

const TABS = [
  ['/flows/$flow', 'flow.tab.overview'],
  ['/flows/$flow/executions', 'nav.executions'],
  ['/flows/$flow/versions', 'flow.versions'],
  ['/flows/$flow/audit', 'flow.tab.audit'],
  ['/flows/$flow/settings', 'flow.tab.settings'],
] as const;

/** Name, state and tabs of a flow; the same on all pages of a flow. */
export function FlowHeader({ flow, actions }: { flow: Flow; actions?: ReactNode }) {
  const { t } = useText();
  const latest = flow.latest ?? null;
  const errors = flow.findings.filter((finding) => finding.severity === 'error').length;
  return (
    <>
      <header className="page-head flow-head">
        <Link to="/flows" className="icon-btn" aria-label={t('flow.all')}>
          <Icon of={ChevronLeft} />
        </Link>
        <CategoryMark category={flow.category} />
        <h1 className="clip" title={flow.name}>
          {flow.name}
        </h1>
        <FlowState flow={flow} />
        {flow.draft.changed && latest !== null && (
          <span className={`tag ${errors > 0 ? 'text-bad' : ''}`}>
            {errors > 0
              ? t('flow.draftWithErrors', { version: latest + 1, count: errors })
              : t('flow.draftNumber', { version: latest + 1 })}
          </span>
        )}
        <span className="flow-head-tags">
          {flow.priority !== 'NORMAL' && (
            <span className="tag">
              {t('flow.priorityTag', { priority: t(`flow.priority.${flow.priority}`) })}
            </span>
          )}
          {flow.tags.slice(0, 4).map((tag) => (
            <Link key={tag} to="/flows" search={{ tag }} className="tag">
              {tag}
            </Link>
          ))}
        </span>
        <span className="flow-head-actions">{actions}</span>
      </header>
      <nav className="tabs px-6 flex-none overflow-x-auto" aria-label={flow.name}>
        {TABS.map(([to, text]) => (
          <Link
            key={to}
            to={to}
            params={{ flow: flow.code }}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {t(text)}
          </Link>
        ))}
        <DebugTabLinks flow={flow.code} />
      </nav>
    </>
  );
}
