/** The columns of the list of executions, with their width in the grid. */
export const COLUMNS = {
  status: 'minmax(104px, 116px)',
  flow: 'minmax(140px, 1.3fr)',
  key: 'minmax(88px, 0.8fr)',
  trigger: '88px',
  steps: '104px',
  took: '76px',
  started: '84px',
  updated: '84px',
  by: 'minmax(96px, 0.6fr)',
  labels: 'minmax(120px, 1fr)',
  reason: 'minmax(200px, 2.8fr)',
} as const;

export type Column = keyof typeof COLUMNS;
export const ALL_COLUMNS = Object.keys(COLUMNS) as Column[];
export const DEFAULT_COLUMNS: readonly Column[] = ALL_COLUMNS.filter(
  (one) => one !== 'by' && one !== 'labels',
);
/** These are never hidden: without them a row says nothing. */
export const FIXED_COLUMNS: ReadonlySet<Column> = new Set(['status', 'flow', 'reason']);

/** Reads columns from a URL or a preference; unknown ones are left out. */
export function readColumns(value: unknown): readonly Column[] | undefined {
  const names = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(names)) return undefined;
  const known = ALL_COLUMNS.filter((one) => FIXED_COLUMNS.has(one) || names.includes(one));
  return known.length > FIXED_COLUMNS.size || names.length > 0 ? known : undefined;
}

export function gridOf(columns: readonly Column[]): string {
  return ['20px', ...columns.map((one) => COLUMNS[one])].join(' ');
}

/** Below this width the table scrolls sideways. */
export function minWidthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, one) => {
    const width = /(\d+)px/.exec(COLUMNS[one]);
    return sum + Number(width?.[1] ?? 100) + 16;
  }, 68);
}
