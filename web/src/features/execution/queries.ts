import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { queryKeys } from '../../api/query-keys';
import type {
  Effect,
  Execution,
  Explanation,
  Flow,
  FlowVersion,
  Listing,
  Step,
} from '../../api/types';

const MAX_STEPS = 5_000;

export const executionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.execution(id),
    queryFn: ({ signal }) => call<Execution>(`/api/flows/executions/${id}`, { signal }),
  });

/** Reads the steps page by page, at most 5,000. */
export const stepsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.steps(id),
    queryFn: async ({ signal }) => {
      const steps: Step[] = [];
      let after: string | undefined;
      do {
        const page = await call<Listing<Step>>(`/api/flows/executions/${id}/steps`, {
          signal,
          query: { after },
        });
        steps.push(...page.items);
        after = page.next ?? undefined;
      } while (after !== undefined && steps.length < MAX_STEPS);
      return steps;
    },
  });

export const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.explanation(id),
    queryFn: ({ signal }) => call<Explanation>(`/api/flows/executions/${id}/explain`, { signal }),
  });

export const effectsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.effects(id),
    queryFn: ({ signal }) =>
      call<Listing<Effect>>(`/api/flows/executions/${id}/effects`, { signal }),
  });

/** The definition that an execution runs: its version, or the draft of a test. */
export const sourceQuery = (flow: string, version: number | null | undefined) =>
  queryOptions({
    queryKey: version ? queryKeys.version(flow, version) : queryKeys.flow(flow),
    staleTime: version ? Infinity : 5_000,
    queryFn: ({ signal }) =>
      call<FlowVersion | Flow>(
        version
          ? `/api/flows/${encodeURIComponent(flow)}/versions/${version}`
          : `/api/flows/${encodeURIComponent(flow)}`,
        { signal },
      ),
    select: (found) => ('draft' in found ? (found.draft.source ?? '') : (found.source ?? '')),
  });
