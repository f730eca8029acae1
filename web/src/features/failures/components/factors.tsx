import { Link } from '@tanstack/react-router';
import type { Family, FamilyDetail, FamilyFactor } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { distinctFactors, factorFilter, percentOf } from '../../../model/failures/family';

const MAX_SHOWN = 6;

/** How often failures have a value, beside how often executions have it that succeeded. */
export function Factors({ detail, family }: { detail: FamilyDetail; family: Family }) {
  const { t, locale } = useText();
  const { sample } = detail;
  const factors = distinctFactors(detail.factors).slice(0, MAX_SHOWN);
  const versions = sample.versions.map((version) => `v${version}`).join(', ');
  const number = (count: number) => count.toLocaleString(locale);
  const isSampled = sample.failures < family.count;
  return (
    <>
      <section className="panel family-panel">
        <h3>
          {t('failures.failures', { count: family.count })}{' '}
          <span className="label">
            {isSampled
              ? t('failures.sampled', { count: number(sample.failures) })
              : t('failures.byDifference')}
          </span>
        </h3>
        {factors.length === 0 ? (
          <p className="text-muted">{t('failures.noFactors')}</p>
        ) : (
          <Shares factors={factors} of="failureShare" family={family} />
        )}
      </section>
      <section className="panel family-panel">
        <h3>
          {t('failures.goodRuns', { count: sample.goodRuns, versions })}{' '}
          {sample.good < sample.goodRuns && sample.good > 0 && (
            <span className="label">{t('failures.sampled', { count: number(sample.good) })}</span>
          )}
        </h3>
        {sample.good === 0 ? (
          <p className="text-muted">{t('failures.noGoodRuns')}</p>
        ) : factors.length === 0 ? (
          <p className="text-muted">{t('failures.noDifference')}</p>
        ) : (
          <Shares factors={factors} of="goodShare" family={null} />
        )}
      </section>
    </>
  );
}

function Shares({
  factors,
  of,
  family,
}: {
  factors: readonly FamilyFactor[];
  of: 'failureShare' | 'goodShare';
  /** The family whose executions with the value are linked; none if null. */
  family: Family | null;
}) {
  const { t, locale } = useText();
  return (
    <ul className="family-factors">
      {factors.map((factor) => {
        const name = t('failures.factor', {
          name: factor.kind === 'VERSION' ? t('failures.version') : factor.name,
          value: factor.value,
        });
        const filter = family && factorFilter(factor);
        return (
          <li key={`${factor.kind} ${factor.name} ${factor.value}`}>
            <span className="clip" title={name} dir="auto">
              {filter && family ? (
                <Link
                  to="/executions"
                  search={{ family: family.id, ...filter }}
                  title={t('failures.showThese', { name })}
                >
                  {name}
                </Link>
              ) : (
                name
              )}
            </span>
            <span className="num">{percentOf(factor[of], locale)}</span>
            <span className="family-meter" aria-hidden>
              <span style={{ width: `${factor[of] * 100}%` }} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
