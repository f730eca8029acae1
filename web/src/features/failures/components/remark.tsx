import type { Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { careOf, percentOf, versionsOf } from '../../../model/failures/family';

/** The second line of a family: what its executions have in common, and who takes care of it. */
export function Remark({ family }: { family: Family }) {
  const { t, locale } = useText();
  const care = careOf(family);
  const versions = versionsOf(family);
  const headline = family.headline;
  const common = headline && headline.kind !== 'VERSION' && (
    <>
      <b dir="auto">
        {t('failures.headline', {
          share: percentOf(headline.failureShare, locale),
          name: headline.name,
          value: headline.value,
        })}
      </b>{' '}
      {t('failures.headlineGood', { share: percentOf(headline.goodShare, locale) })}
    </>
  );
  const said = care && <span dir="auto">{t(care.id, { ...care.values })}</span>;
  const where = versions && t(versions.id, { ...versions.values });
  // Of a new family the cause matters most, of the others what people know.
  const parts = (family.status === 'NEW' ? [common, where, said] : [said, common, where]).filter(
    Boolean,
  );
  return (
    <p className="family-remark">
      {parts.map((part, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no other name
        <span key={i}>{part}</span>
      ))}
    </p>
  );
}
