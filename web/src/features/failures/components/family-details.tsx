import { useQuery } from '@tanstack/react-query';
import { familyQuery } from '../../../api/failures';
import type { Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ErrorState } from '../../../ui/states';
import type { FailuresUrl } from '../use-failures';
import { Course } from './course';
import { Examples } from './examples';
import { Factors } from './factors';
import { History } from './history';

/** What sets the failures apart, the latest of them, their course, and what people did. */
export function FamilyDetails({
  id,
  family,
  url,
}: {
  id: string;
  family: Family;
  url: FailuresUrl;
}) {
  const { t } = useText();
  const query = useQuery(familyQuery(family.id, url.filter.since));
  if (query.isError && !query.data)
    return (
      <div id={id} className="family-details">
        <ErrorState
          title={t('failures.familyFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  const detail = query.data;
  return (
    <div id={id} className="family-details" aria-busy={!detail}>
      {detail ? (
        <>
          <Factors detail={detail} family={family} />
          <Examples detail={detail} family={family} since={url.period} />
          <Course family={family} period={url.period} />
          <History detail={detail} />
        </>
      ) : (
        <>
          <div className="panel family-skeleton" />
          <div className="panel family-skeleton" />
          <div className="panel family-skeleton" />
        </>
      )}
    </div>
  );
}
