/** The order of the rows that a user sees, and what arrived since. */
export interface ShownOrder {
  /** Ids of the rows, as they were when the list was shown. */
  ids: readonly string[];
}

/**
 * Returns the rows of a newer response in the order that is shown, so that nothing moves under the
 * pointer, and how many others wait. What is no longer found is left out.
 */
export function keepOrder<T extends { id: string }>(
  shown: ShownOrder | null,
  rows: readonly T[],
): { rows: readonly T[]; waiting: number } {
  if (!shown) return { rows, waiting: 0 };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = shown.ids.flatMap((id) => byId.get(id) ?? []);
  return { rows: kept, waiting: rows.length - kept.length };
}
