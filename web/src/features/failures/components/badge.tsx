import { useText } from '../../../i18n/i18n';
import type { FamilyStatus } from '../../../model/failures/family';

/** Whether people know of a family; the word and the outline tell it apart, not the colour alone. */
export function FamilyBadge({ status }: { status: FamilyStatus }) {
  const { t } = useText();
  return (
    <span className={`family-badge ${status.toLowerCase()}`}>{t(`failures.status.${status}`)}</span>
  );
}
