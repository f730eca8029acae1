import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import {
  PERIOD_LENGTHS,
  periodOf,
  tabOf,
  type FamilyTab,
  type Period,
} from '../../model/failures/family';
import type { FamilyFilter } from './queries';

interface Change {
  status?: string | undefined;
  flow?: string | undefined;
  version?: string | undefined;
  since?: string | undefined;
  q?: string | undefined;
}

/** What the page shows; all of it is in the URL. */
export interface FailuresUrl {
  tab: FamilyTab;
  period: Period;
  filter: FamilyFilter;
  /** True if the user limited the list by more than its tab. */
  isFiltered: boolean;
  text: string;
  /** The open family, and the sheet over it. */
  family: string | undefined;
  act: string | undefined;
  change: (change: Change) => void;
  open: (family: string | undefined, act?: string) => void;
  close: () => void;
}

export function useFailuresUrl(): FailuresUrl {
  const { family } = useParams({ strict: false });
  const search = useSearch({ from: '/failures' });
  const navigate = useNavigate();
  const tab = tabOf(search.status);
  const period = periodOf(search.since);
  const open = (next: string | undefined, act?: string) =>
    void (next === undefined
      ? navigate({ to: '/failures', search: { ...search, act: undefined } })
      : navigate({
          to: '/failures/$family',
          params: { family: next },
          search: { ...search, act },
          replace: next === family,
        }));
  return {
    tab,
    period,
    filter: {
      status: tab,
      flow: search.flow,
      version: search.flow === undefined ? undefined : search.version,
      since: PERIOD_LENGTHS[period],
      search: search.q,
    },
    isFiltered: [search.flow, search.version, search.since, search.q].some(
      (one) => one !== undefined,
    ),
    text: search.q ?? '',
    family,
    act: search.act,
    change: (next) =>
      void navigate({
        to: '/failures',
        search: { ...search, act: undefined, ...next },
        replace: next.q !== undefined || search.q !== undefined,
      }),
    open,
    close: () => open(family),
  };
}
