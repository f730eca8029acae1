import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { GitCompareArrows, X } from 'lucide-react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import type { AlignedRow, Comparison, Difference } from '../../../model/run/compare';
import { Icon } from '../../../ui/icons';
import { latestQuery } from '../compare-queries';

const KINDS: readonly Difference[] = ['path', 'input', 'output', 'error', 'duration'];

/** The verdict: which step differs first and in what, and with what is compared. */
export function CompareHead({
  execution,
  other,
  comparison,
  onSelect,
}: {
  execution: Execution;
  other: Execution;
  comparison: Comparison;
  onSelect: (row: AlignedRow) => void;
}) {
  const { t } = useText();
  const { first, counts } = comparison;
  const isOtherVersion = execution.version !== other.version;
  return (
    <section className="compare-head" aria-label={t('compare.title')}>
      <div className="flex items-center gap-3 flex-wrap">
        <Icon of={GitCompareArrows} />
        <p className="min-w-0" role="status">
          {first ? (
            <>
              {t('compare.first')}{' '}
              <button
                type="button"
                className="under font-semibold"
                onClick={() => onSelect(first.row)}
              >
                {first.row.state}
              </button>
              {': '}
              {first.kind === 'path'
                ? t(first.row.left ? 'compare.onlyThere' : 'compare.onlyHere')
                : t(`compare.kind.${first.kind}`)}
            </>
          ) : (
            <b className="font-semibold">{t('compare.same')}</b>
          )}
        </p>
        {isOtherVersion && (
          <Link
            to="/flows/$flow/versions"
            params={{ flow: execution.flow }}
            search={{ from: String(other.version ?? ''), to: String(execution.version ?? '') }}
            className="tag"
          >
            {t('compare.versions', {
              from: other.version ?? t('execution.test'),
              to: execution.version ?? t('execution.test'),
            })}
          </Link>
        )}
        <span className="flex gap-2 flex-wrap">
          {KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
            <span key={kind} className="tag">
              {t(`compare.count.${kind}`, { count: counts[kind] })}
            </span>
          ))}
        </span>
        <Other execution={execution} other={other} />
      </div>
    </section>
  );
}

/** The other execution: which one it is, another choice, and the way back. */
function Other({ execution, other }: { execution: Execution; other: Execution }) {
  const { t, locale } = useText();
  const navigate = useNavigate({ from: '/executions/$id' });
  const latest = useQuery(latestQuery(execution.flow));
  const options = (latest.data?.items ?? []).filter((one) => one.id !== execution.id);
  const shown = options.some((one) => one.id === other.id) ? options : [other, ...options];
  const clock = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const name = (one: Execution) =>
    [
      one.businessKey ?? `…${one.id.slice(-12)}`,
      t(`status.${one.status}`),
      ...(one.version ? [`v${one.version}`] : []),
      clock.format(Date.parse(one.startedAt)),
    ].join(' · ');
  return (
    <span className="flex items-center gap-2 ml-auto min-w-0">
      <label className="label" htmlFor="compare-with">
        {t('compare.with')}
      </label>
      <select
        id="compare-with"
        className="select compare-select"
        value={other.id}
        onChange={(event) => void navigate({ search: { with: event.target.value } })}
      >
        {shown.map((one) => (
          <option key={one.id} value={one.id}>
            {name(one)}
          </option>
        ))}
      </select>
      <Link className="btn small" to="/executions/$id" params={{ id: other.id }}>
        {t('compare.open')}
      </Link>
      <button
        type="button"
        className="btn small"
        onClick={() =>
          void navigate({
            search: ({ step }) => (step && !step.startsWith('~') ? { step } : {}),
          })
        }
      >
        <Icon of={X} size="s" /> {t('compare.end')}
      </button>
    </span>
  );
}
