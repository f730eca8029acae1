import { ITEM_STATUSES, type ItemStatus } from '../model/run/items';

/** Side of a cell with its gap, and the largest number of cells for which it is used. */
const PITCHES = [
  { pitch: 9, most: 4_000 },
  { pitch: 6, most: Infinity },
] as const;

const TOKENS: Record<ItemStatus, string> = {
  failed: '--mark-failed',
  waiting: '--mark-waiting',
  running: '--mark-running',
  succeeded: '--cell-succeeded',
  cancelled: '--cell-cancelled',
  pending: '--mark-pending',
};

/** Where cells lie: so many in a row, row after row. */
export interface CellGrid {
  pitch: number;
  columns: number;
  rows: number;
}

export function cellGrid(count: number, width: number): CellGrid {
  const { pitch } = PITCHES.find(({ most }) => count <= most) ?? PITCHES[1];
  const columns = Math.max(1, Math.floor(width / pitch));
  return { pitch, columns, rows: Math.ceil(count / columns) };
}

/** Returns the place of the cell under a point; -1 if there is none. */
export function cellAt(grid: CellGrid, count: number, x: number, y: number): number {
  const column = Math.floor(x / grid.pitch);
  if (column < 0 || column >= grid.columns || y < 0) return -1;
  const place = Math.floor(y / grid.pitch) * grid.columns + column;
  return place < count ? place : -1;
}

/** Returns the colours of the statuses and of the selected cell, as the theme has them. */
export function cellColours(element: Element): { status: string[]; selected: string } {
  const style = getComputedStyle(element);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  return {
    status: ITEM_STATUSES.map((status) => colour(TOKENS[status])),
    selected: colour('--text'),
  };
}

/** Draws the cells of the visible rows; cells of the same status are filled at once. */
export function drawCells(
  context: CanvasRenderingContext2D,
  {
    grid,
    order,
    status,
    colours,
    scroll,
    height,
    current,
  }: {
    grid: CellGrid;
    order: Int32Array;
    status: Uint8Array;
    colours: { status: string[]; selected: string };
    scroll: number;
    height: number;
    /** Place of the selected cell; -1 for none. */
    current: number;
  },
): void {
  const { pitch, columns } = grid;
  const first = Math.floor(scroll / pitch) * columns;
  const last = Math.min(order.length, Math.ceil((scroll + height) / pitch) * columns);
  const paths = colours.status.map(() => new Path2D());
  for (let place = first; place < last; place++) {
    const x = (place % columns) * pitch;
    const y = Math.floor(place / columns) * pitch - scroll;
    paths[status[order[place] ?? 0] ?? 0]?.rect(x, y, pitch - 1, pitch - 1);
  }
  paths.forEach((path, i) => {
    context.fillStyle = colours.status[i] ?? '';
    context.fill(path);
  });
  if (current < first || current >= last) return;
  context.strokeStyle = colours.selected;
  context.lineWidth = 2;
  context.strokeRect(
    Math.max(1, (current % columns) * pitch - 1),
    Math.max(1, Math.floor(current / columns) * pitch - scroll - 1),
    pitch + 1,
    pitch + 1,
  );
}
