/** The selected executions: some by id, or all that the filter finds. */
export interface Selection {
  ids: ReadonlySet<string>;
  all: boolean;
  /** The row from which shift extends the selection. */
  anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), all: false, anchor: null };
export const MAX_SELECTED = 1_000;

/** Selects or deselects a row; with `extend` all from the last one to it. */
export function toggle(
  selection: Selection,
  id: string,
  order: readonly string[],
  extend: boolean,
): Selection {
  const ids = new Set(selection.all ? order : selection.ids);
  const selects = !ids.has(id);
  const from = extend && selection.anchor !== null ? order.indexOf(selection.anchor) : -1;
  const to = order.indexOf(id);
  const range = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const one of range) {
    if (selects || extend) ids.add(one);
    else ids.delete(one);
  }
  return { ids: new Set([...ids].slice(0, MAX_SELECTED)), all: false, anchor: id };
}

/** Selects all loaded rows, or none if all are selected. */
export function toggleLoaded(selection: Selection, order: readonly string[]): Selection {
  if (selection.all || (order.length > 0 && order.every((id) => selection.ids.has(id))))
    return NOTHING_SELECTED;
  return { ids: new Set(order.slice(0, MAX_SELECTED)), all: false, anchor: null };
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all || selection.ids.has(id);
}

export function isEmptySelection(selection: Selection): boolean {
  return !selection.all && selection.ids.size === 0;
}
