import { useMemo } from 'react';
import type { RunView } from '../use-run-view';

/** Returns the item that is shown as selected: the one of the selected step, or the chosen one. */
export function useSelectedItem(
  { run, tree, selected }: RunView,
  step: number,
  chosen: number,
): number {
  return useMemo(() => {
    let current = selected?.index ?? -1;
    while (current >= 0) {
      const frame = run.stepFrame[current] ?? -1;
      const above = frame < 0 || frame === tree.root ? -1 : tree.stepAbove(frame);
      if (above === step) {
        const id = run.frames[frame] ?? '';
        const item = Number(id.slice(id.lastIndexOf('/') + 1));
        // An item that has not begun has no step, so that the selected step stays with another.
        return chosen >= 0 && chosen !== item ? chosen : item;
      }
      current = above;
    }
    return chosen;
  }, [run, tree, selected, step, chosen]);
}
