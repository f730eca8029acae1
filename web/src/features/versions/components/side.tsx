import { useMay } from '../../../api/session';
import type { Flow, FlowStats, FlowVersion } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { visible } from '../../../model/text';
import { formatRate, healthLevel } from '../../../model/flow/health';
import { Time } from '../../../ui/time';
import { DRAFT } from '../queries';

/** Who published a version and why, and how many of its executions failed. */
export function Side({
  flow,
  name,
  version,
  stats,
  onActivate,
}: {
  flow: Flow;
  name: string;
  version: FlowVersion | undefined;
  stats: FlowStats | undefined;
  onActivate: () => void;
}) {
  const { t, locale } = useText();
  const mayPublish = useMay('PUBLISH');
  const count = stats?.versions.find((one) => String(one.version) === name);
  const level = count ? healthLevel(count.runs, count.failures) : 'none';
  const isActive = version?.active ?? false;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  return (
    <div className="version-side">
      <b className="font-semibold">{name === DRAFT ? t('version.draft') : `v${name}`}</b>
      {isActive && <span className="tag">{t('version.live')}</span>}
      <span className="clip text-muted">
        {version ? (
          <>
            {[version.note && `“${visible(version.note)}”`, version.publishedBy]
              .filter(Boolean)
              .join(', ')}
            {', '}
            <Time at={version.createdAt} />
          </>
        ) : name === DRAFT ? (
          <>
            {t('version.revision', { revision: flow.revision })}
            {', '}
            <Time at={flow.updatedAt} />
          </>
        ) : (
          t('versions.gone')
        )}
      </span>
      {count && count.runs > 0 && (
        <span className="ml-auto whitespace-nowrap text-muted" title={t('stats.runs', { days: 7 })}>
          {t('versions.runs', { count: count.runs, runs: number(count.runs) })}{' '}
          <b
            className={`font-semibold ${level === 'bad' || level === 'warn' ? 'text-bad' : 'text-ok'}`}
          >
            {t('versions.failedRate', { rate: formatRate(count.failures, count.runs, locale) })}
          </b>
        </span>
      )}
      {version && !isActive && flow.status !== 'ARCHIVED' && (
        <button
          type="button"
          className={`btn small ${count && count.runs > 0 ? '' : 'ml-auto'}`}
          aria-disabled={!mayPublish}
          title={mayPublish ? undefined : t('permission.PUBLISH')}
          onClick={() => mayPublish && onActivate()}
        >
          {t('versions.activate')}
        </button>
      )}
    </div>
  );
}
