import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
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
  /** Scopes within it that were open before, which are one click away. */
  before: readonly Scope[];
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
  const names = path.map((one) => formatScope(run, one) ?? '/').join('\n');
  const [deepest, setDeepest] = useState('/');
  useEffect(() => {
    // A scope around the deepest one keeps it; any other place forgets it.
    setDeepest((known) => (`${known}\n`.startsWith(`${names}\n`) ? known : names));
  }, [names]);
  const before = useMemo(
    () =>
      `${deepest}\n`.startsWith(`${names}\n`)
        ? deepest
            .split('\n')
            .slice(names.split('\n').length)
            .map((name) => parseScope(run, name))
            .filter((one) => one.kind !== 'flow')
        : [],
    [deepest, names, run],
  );
  const open = (next: Scope, filter: { items?: string } = {}) =>
    void navigate({
      search: (search) => ({
        ...search,
        in: formatScope(run, next),
        items: filter.items,
        find: undefined,
      }),
    });
  return { scope, path, before, open, leave: () => open(path.at(-2) ?? FLOW_SCOPE) };
}
