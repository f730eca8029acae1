import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client';
import { executionPath } from '../../api/paths';
import { queryKeys } from '../../api/query-keys';
import type {
  Execution,
  Explanation,
  Flow,
  FlowVersion,
  Listing,
  Outline,
  StateAt,
  Step,
  StepDetail,
} from '../../api/types';
import { replay, runStateAt, type Replay } from '../../model/run/replay';
import { extendRun, readRun, stateName, stepId } from '../../model/run/run';

export const executionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.execution(id),
    queryFn: ({ signal }) => call<Execution>(executionPath(id), { signal }),
  });

/** Reads the outline; later only what is newer than what is known. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.outline(id),
    structuralSharing: false,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<Replay>(queryKeys.outline(id)) ?? null;
      const outline = await call<Outline>(`${executionPath(id)}/outline`, {
        signal,
        query: { since: known?.run.seq },
      });
      const run = known ? extendRun(known.run, outline) : readRun(outline);
      return run === known?.run ? known : replay(run, known);
    },
  });

const CHILDREN_REFRESH_MS = 10_000;
const MAX_EXPORTED_STEPS = 5_000;

/** Reads steps with their payloads page by page, at most 5,000. */
export const stepsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.steps(id),
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const steps: Step[] = [];
      let after: string | undefined;
      do {
        const page = await call<Listing<Step>>(`${executionPath(id)}/steps`, {
          signal,
          query: { after },
        });
        steps.push(...page.items);
        after = page.next ?? undefined;
      } while (after !== undefined && steps.length < MAX_EXPORTED_STEPS);
      return { steps, isCut: after !== undefined };
    },
  });

/** Reads one step with its payloads, as it was after a fact. */
export const stepQuery = (id: string, step: string, at: number | null) =>
  queryOptions({
    queryKey: queryKeys.step(id, step, at),
    ...(at === null ? {} : { staleTime: Infinity }),
    queryFn: ({ signal }) =>
      call<StepDetail>(`${executionPath(id)}/step`, {
        signal,
        query: { step, at: at ?? undefined },
      }),
  });

/** Reads the state of the execution after a fact. */
export const stateQuery = (id: string, at: number) =>
  queryOptions({
    queryKey: queryKeys.state(id, at),
    staleTime: Infinity,
    queryFn: ({ signal }) => call<StateAt>(`${executionPath(id)}/state`, { signal, query: { at } }),
  });

export const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.explanation(id),
    queryFn: ({ signal }) => call<Explanation>(`${executionPath(id)}/explain`, { signal }),
  });

const CHILDREN_PER_PAGE = 1_000;

/** Reads the executions of the items of distributed Maps, page by page, until the execution ends. */
export const childrenQuery = (id: string, isEnded: boolean) =>
  infiniteQueryOptions({
    queryKey: queryKeys.children(id),
    initialPageParam: '',
    refetchInterval: isEnded ? false : CHILDREN_REFRESH_MS,
    queryFn: ({ pageParam, signal }) =>
      call<Listing<Execution>>('/api/flows/executions', {
        signal,
        query: {
          parent: id,
          test: 'all',
          limit: CHILDREN_PER_PAGE,
          after: pageParam === '' ? undefined : pageParam,
        },
      }),
    getNextPageParam: (page) => page.next ?? undefined,
  });

const MAX_CANDIDATES = 5;

/** Finds the latest execution of a flow in which a state succeeded, and the input of that state. */
export const lastSuccessQuery = (flow: string, state: string, not: string) =>
  queryOptions({
    queryKey: queryKeys.lastSuccess(flow, state),
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const path = '/api/flows/executions';
      const query = { flow, status: 'SUCCEEDED', limit: MAX_CANDIDATES };
      const { items } = await call<Listing<Execution>>(path, { signal, query });
      for (const one of items.filter(({ id }) => id !== not)) {
        const run = readRun(await call<Outline>(`${executionPath(one.id)}/outline`, { signal }));
        const end = runStateAt(replay(run), run.eventCount);
        let step = run.stepCount - 1;
        while (step >= 0 && (stateName(run, step) !== state || end.status(step) !== 'SUCCEEDED'))
          step--;
        if (step < 0) continue;
        const detail = await call<StepDetail>(`${executionPath(one.id)}/step`, {
          signal,
          query: { step: stepId(run, step) },
        });
        return {
          execution: one.id,
          step: detail.step.step,
          name: one.businessKey ?? `…${one.id.slice(-6)}`,
          input: detail.step.input,
        };
      }
      return null;
    },
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
