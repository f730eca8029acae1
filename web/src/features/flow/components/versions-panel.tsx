import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Flow, FlowStats } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { visible } from '../../../model/text';
import { formatRate, healthLevel } from '../../../model/flow/health';
import { Time } from '../../../ui/time';
import { versionsQuery } from '../queries';

const SHOWN = 6;

/** The newest versions with the share of their executions that failed. */
export function VersionsPanel({ flow, stats }: { flow: Flow; stats: FlowStats | undefined }) {
  const { t, locale } = useText();
  const list = useQuery(versionsQuery(flow.code));
  const versions = list.data?.items.slice(0, SHOWN) ?? [];
  const [newest, before] = versions;
  return (
    <section className="panel overflow-hidden" aria-label={t('flow.versions')}>
      <header>
        <h2 className="panel-title">{t('flow.versions')}</h2>
        {newest && (
          <Link
            to="/flows/$flow/versions"
            params={{ flow: flow.code }}
            search={before ? { from: String(before.number), to: String(newest.number) } : {}}
            className="under ml-auto text-muted"
          >
            {before
              ? t('flow.compareTwo', { from: before.number, to: newest.number })
              : t('flow.compare')}
          </Link>
        )}
      </header>
      {list.isSuccess && versions.length === 0 && (
        <p className="px-4 pb-4 text-muted">{t('flow.noVersions')}</p>
      )}
      <ul>
        {versions.map((version) => {
          const count = stats?.versions.find((one) => one.version === version.number);
          const level = count ? healthLevel(count.runs, count.failures) : 'none';
          return (
            <li key={version.number} className="flow-line">
              <span className={`flow-dot ${version.active ? 'active' : ''}`} aria-hidden />
              <Link
                to="/flows/$flow/versions"
                params={{ flow: flow.code }}
                search={{ to: String(version.number) }}
                className="font-medium"
              >
                v{version.number}
              </Link>
              {version.active && <span className="sr-only">{t('version.live')}</span>}
              <span className="clip text-muted">
                {[version.note && `“${visible(version.note)}”`, version.publishedBy]
                  .filter(Boolean)
                  .join(', ')}
                {', '}
                <Time at={version.createdAt} />
              </span>
              <span
                className={`ml-auto whitespace-nowrap ${level === 'bad' || level === 'warn' ? 'text-bad font-semibold' : 'text-muted'}`}
                title={count && t('version.runs', { count: count.runs, failures: count.failures })}
              >
                {count && formatRate(count.failures, count.runs, locale)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
