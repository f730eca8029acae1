import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { flowsQuery } from './queries';

type Part = Partial<Record<'q' | 'flow' | 'reason' | 'show' | 'act' | 'event', string | undefined>>;

/** What the page shows; all of it is in the URL. */
export function useTriggersUrl() {
  const search = useSearch({ from: '/triggers/$kind' });
  const navigate = useNavigate({ from: '/triggers/$kind' });
  const change = (part: Part) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return { search, change };
}

/** Returns the function that names flows; their code if they have no name or are not known. */
export function useFlowNames(): (code: string) => string {
  const { data } = useQuery(flowsQuery);
  const names = useMemo(() => new Map(data?.map((flow) => [flow.code, flow.name])), [data]);
  return (code) => names.get(code) || code;
}
