import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { executionPath } from '../../api/paths';
import { queryKeys } from '../../api/query-keys';
import type { Execution, Listing, Outline, StepDetail } from '../../api/types';

/** The outline of an execution with digests of its payloads, by which it is compared. */
export const digestsQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKeys.execution(id), 'digests'],
    queryFn: ({ signal }) =>
      call<Outline>(`${executionPath(id)}/outline`, { signal, query: { digests: true } }),
  });

/** One step with its payloads. */
export const comparedStepQuery = (id: string, step: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.execution(id), 'compared', step ?? ''],
    queryFn: ({ signal }) =>
      call<StepDetail>(`${executionPath(id)}/step`, { signal, query: { step } }),
    enabled: step !== undefined,
  });

/** The latest executions of a flow that succeeded, two at most. */
export const successesQuery = (execution: Execution) => {
  const filter = {
    flow: execution.flow,
    status: 'SUCCEEDED',
    parent: execution.parent ? 'any' : 'none',
    test: execution.test ? 'all' : undefined,
    limit: 2,
  };
  return queryOptions({
    queryKey: ['successes', execution.flow, filter] as const,
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call<Listing<Execution>>('/api/flows/executions', { signal, query: filter }),
  });
};

/** The latest executions of a flow, to choose one to compare with. */
export const latestQuery = (flow: string) =>
  queryOptions({
    queryKey: ['latest', flow] as const,
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call<Listing<Execution>>('/api/flows/executions', {
        signal,
        query: { flow, test: 'all', parent: 'any', limit: 30 },
      }),
  });
