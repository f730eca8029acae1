import { useQuery } from '@tanstack/react-query';
import { familyQuery } from '../../api/failures';
import { PERIOD_LENGTHS } from '../../model/failures/family';

/** What a family is about; its id until that is known. */
export function FamilyName({ id }: { id: string }) {
  const { data } = useQuery({ ...familyQuery(id, PERIOD_LENGTHS['30d']), retry: false });
  const family = data?.family;
  return <>{(family && [family.state, family.error].filter(Boolean).join(': ')) || id}</>;
}
