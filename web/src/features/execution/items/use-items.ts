import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { Execution } from '../../../api/types';
import { isDistributed, stateBody } from '../../../model/flow/state-body';
import { isMoving } from '../../../model/run/holds';
import { itemKey, itemList } from '../../../model/run/item-keys';
import { itemsOfChildren, itemsOfStep, type Items } from '../../../model/run/items';
import { framePath } from '../../../model/run/outline';
import { stateName, stepId, stepOf } from '../../../model/run/run';
import { hasEnded } from '../../../model/run/status';
import { readMore } from '../../../ui/more';
import { childrenQuery, explanationQuery, stepQuery } from '../queries';
import type { RunView } from '../use-run-view';

const NOTHING: ReadonlySet<number> = new Set();

/** The items of a Map step, and what is known of how they are made. */
export interface LoadedItems {
  items: Items;
  /** True if the items run as executions of their own. */
  isDistributed: boolean;
  /** Where the items come from, such as `$.policies`. */
  source: string;
  /** Items that run at the same time; null for any number. */
  concurrency: number | null;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
}

/** Reads the items of a Map step: from the outline, or the executions of a distributed Map. */
export function useItems(
  execution: Execution,
  definition: unknown,
  view: RunView,
  step: number,
): LoadedItems {
  const { run, tree, shown, moment } = view;
  const id = stepId(run, step);
  const body = useMemo(() => {
    const frame = run.frames[run.stepFrame[step] ?? 0] ?? '/';
    return stateBody(definition, framePath(frame), stateName(run, step));
  }, [definition, run, step]);
  const isApart = isDistributed(body) && tree.framesOf(step).length === 0;
  const detail = useQuery({ ...stepQuery(execution.id, id, null), staleTime: Infinity });
  const input = detail.data?.step.input;
  const list = useMemo(() => itemList(body, input), [body, input]);
  const explanation = useQuery({
    ...explanationQuery(execution.id),
    enabled: !hasEnded(execution.status),
  });
  const holds = explanation.data?.reasons;
  const held = useMemo(() => {
    if (moment !== null || holds === undefined) return NOTHING;
    const steps = holds.filter((hold) => hold.step && !isMoving(hold));
    return new Set(steps.map((hold) => stepOf(run, hold.step ?? '')));
  }, [holds, run, moment]);
  const isEnded = hasEnded(execution.status);
  const children = useInfiniteQuery({ ...childrenQuery(execution.id, isEnded), enabled: isApart });
  const { refetch } = children;
  useEffect(() => readMore(children));
  const wasEnded = useRef(isEnded);
  useEffect(() => {
    // What changed since the last reading; after it nothing is read again.
    if (isApart && isEnded && !wasEnded.current) void refetch();
    wasEnded.current = isEnded;
  }, [isApart, isEnded, refetch]);
  const pages = children.data?.pages;
  const own = useMemo(
    () => pages?.flatMap((page) => page.items).filter((child) => child.parentStep === id) ?? [],
    [pages, id],
  );
  const items = useMemo(() => {
    const keyOf = (item: number) => (list === null ? null : itemKey(list[item]));
    const total = list?.length ?? 0;
    if (!isApart) return itemsOfStep({ tree, state: shown, step, total, keyOf, held });
    const found = itemsOfChildren(own, total);
    return { ...found, keyOf: (item: number) => found.keyOf(item) ?? keyOf(item) };
  }, [isApart, own, list, tree, shown, step, held]);
  const most = body?.['MaxConcurrency'];
  const from = body?.['ItemsPath'] ?? body?.['Items'];
  return {
    items,
    isDistributed: isApart,
    source: typeof from === 'string' ? from : '$',
    concurrency: typeof most === 'number' && most > 0 ? most : null,
    isLoading: isApart && children.isPending,
    error: isApart ? children.error : null,
    retry: () =>
      void (children.isFetchNextPageError ? children.fetchNextPage() : children.refetch()),
  };
}
