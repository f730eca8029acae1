import { useMemo } from 'react';
import { frameTree } from '../../../model/run/frames';
import { replay, runStateAt } from '../../../model/run/replay';
import { inOrder } from '../../../model/run/run';
import type { RunView } from '../use-run-view';

/** Returns the view to draw: what happened within the resolution of times is drawn in its order. */
export function useDrawnView(view: RunView): RunView {
  const { run, end, shown } = view;
  const isInstant = end.at <= 1 && end.countOf('RUNNING') + end.countOf('PENDING') === 0;
  return useMemo(() => {
    if (!isInstant) return view;
    const ordered = inOrder(run);
    const replayed = replay(ordered);
    return {
      ...view,
      run: ordered,
      tree: frameTree(ordered),
      end: runStateAt(replayed, run.eventCount),
      shown: runStateAt(replayed, shown.eventCount),
    };
  }, [view, run, shown, isInstant]);
}
