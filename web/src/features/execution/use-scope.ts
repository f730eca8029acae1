import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  FLOW_SCOPE,
  formatScope,
  parseScope,
  scopesAround,
  type Scope,
} from '../../model/run/scope';
import type { RunView } from './use-run-view';

/** The part of the execution that the canvas shows. It is in the URL. */
export interface OpenScope {
  scope: Scope;
  /** From the flow to the scope. */
  path: readonly Scope[];
  /** Opens a part; of a Map with the items of a status only. */
  open: (scope: Scope, filter?: { items?: string }) => void;
  leave: () => void;
}

export function useScope(view: RunView): OpenScope {
  const { in: text } = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  const { run, tree } = view;
  const scope = useMemo(() => parseScope(run, text), [run, text]);
  const path = useMemo(() => scopesAround(tree, scope), [tree, scope]);
  const open = (next: Scope, filter: { items?: string } = {}) =>
    void navigate({
      search: (search) => ({
        ...search,
        in: formatScope(run, next),
        items: filter.items,
        find: undefined,
      }),
    });
  return { scope, path, open, leave: () => open(path.at(-2) ?? FLOW_SCOPE) };
}

/** Returns the scopes within the open one that were open before, which are one click away. */
export function useScopesBefore({ run, tree }: RunView, scope: Scope): readonly Scope[] {
  const names = scopesAround(tree, scope)
    .map((one) => formatScope(run, one) ?? '/')
    .join('\n');
  const [deepest, setDeepest] = useState(names);
  // A scope around the deepest one keeps it; any other place forgets it.
  const isAround = `${deepest}\n`.startsWith(`${names}\n`);
  if (!isAround) setDeepest(names);
  return useMemo(
    () =>
      (isAround ? deepest : names)
        .split('\n')
        .slice(names.split('\n').length)
        .map((name) => parseScope(run, name))
        .filter((one) => one.kind !== 'flow'),
    [isAround, deepest, names, run],
  );
}
