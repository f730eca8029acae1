import { Link } from '@tanstack/react-router';
import { ChevronLeft, TriangleAlert } from 'lucide-react';
import type { Flow } from '../api/types';
import { useText } from '../i18n/i18n';
import { FlowState } from './flow-state';
import { Icon } from './icons';

/** Name, state and tabs of a flow; the same on all pages of a flow. */
export function FlowHeader({ flow }: { flow: Flow }) {
  const { t } = useText();
  const errors = flow.findings.filter((finding) => finding.severity === 'error').length;
  return (
    <>
      <header className="page-head" style={{ paddingBottom: 4 }}>
        <Link to="/flows" className="icon-btn" aria-label={t('flow.all')}>
          <Icon of={ChevronLeft} />
        </Link>
        <h1 className="clip" title={flow.name}>
          {flow.name}
        </h1>
        <FlowState flow={flow} />
        <span className="mono text-muted">{flow.code}</span>
        {flow.priority !== 'NORMAL' && (
          <span className="tag">{t(`flow.priority.${flow.priority}`)}</span>
        )}
        {flow.category && <span className="tag">{flow.category}</span>}
        {flow.tags.map((tag) => (
          <span key={tag} className="tag">
            {tag}
          </span>
        ))}
        {errors > 0 && (
          <span className="ml-auto text-bad flex items-center gap-2">
            <Icon of={TriangleAlert} size="s" /> {t('flow.draftErrors', { count: errors })}
          </span>
        )}
      </header>
      <nav className="tabs px-6 flex-none" aria-label={flow.name}>
        <Link
          to="/flows/$flow"
          params={{ flow: flow.code }}
          activeOptions={{ exact: true }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {t('flow.tab.overview')}
        </Link>
        <Link to="/executions" search={{ flow: flow.code }}>
          {t('nav.executions')}
        </Link>
        <Link
          to="/flows/$flow/versions"
          params={{ flow: flow.code }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {t('flow.versions')}
        </Link>
      </nav>
    </>
  );
}
