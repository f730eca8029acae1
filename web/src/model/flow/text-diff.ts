/** One row of a comparison of two texts, side by side. */
export interface DiffRow {
  kind: 'same' | 'changed' | 'added' | 'removed';
  left: { number: number; text: string } | null;
  right: { number: number; text: string } | null;
}

const MAX_CELLS = 4_000_000;

/** Compares two texts line by line (longest common subsequence). */
export function diffLines(before: string, after: string): DiffRow[] {
  const left = before.replace(/\n$/, '').split('\n');
  const right = after.replace(/\n$/, '').split('\n');
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head++;
  let tail = 0;
  while (
    tail < left.length - head &&
    tail < right.length - head &&
    left.at(-1 - tail) === right.at(-1 - tail)
  )
    tail++;
  const same = (i: number, j: number): DiffRow => ({
    kind: 'same',
    left: { number: i + 1, text: left[i] ?? '' },
    right: { number: j + 1, text: right[j] ?? '' },
  });
  const rows: DiffRow[] = [];
  for (let i = 0; i < head; i++) rows.push(same(i, i));
  const n = left.length - head - tail;
  const m = right.length - head - tail;
  const lengths = n * m > MAX_CELLS ? null : commonLengths(left, right, head, n, m);
  let i = 0;
  let j = 0;
  while (i < n || j < m) {
    if (lengths && i < n && j < m && left[head + i] === right[head + j]) {
      rows.push(same(head + i++, head + j++));
    } else if (
      j < m &&
      (i >= n || (lengths !== null && at(lengths, m, i, j + 1) > at(lengths, m, i + 1, j)))
    ) {
      rows.push({
        kind: 'added',
        left: null,
        right: { number: head + j + 1, text: right[head + j] ?? '' },
      });
      j++;
    } else {
      rows.push({
        kind: 'removed',
        left: { number: head + i + 1, text: left[head + i] ?? '' },
        right: null,
      });
      i++;
    }
  }
  for (let k = tail; k > 0; k--) rows.push(same(left.length - k, right.length - k));
  return pairUp(rows);
}

const at = (lengths: Uint32Array, m: number, i: number, j: number): number =>
  lengths[i * (m + 1) + j] ?? 0;

function commonLengths(
  left: string[],
  right: string[],
  head: number,
  n: number,
  m: number,
): Uint32Array {
  const lengths = new Uint32Array((n + 1) * (m + 1));
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      lengths[i * (m + 1) + j] =
        left[head + i] === right[head + j]
          ? at(lengths, m, i + 1, j + 1) + 1
          : Math.max(at(lengths, m, i + 1, j), at(lengths, m, i, j + 1));
    }
  }
  return lengths;
}

/** Puts removed lines beside the added lines that follow them. */
function pairUp(rows: readonly DiffRow[]): DiffRow[] {
  const paired: DiffRow[] = [];
  let removed: DiffRow[] = [];
  const flush = () => {
    paired.push(...removed);
    removed = [];
  };
  for (const row of rows) {
    if (row.kind === 'removed') removed.push(row);
    else if (row.kind === 'added' && removed.length > 0) {
      const partner = removed.shift();
      paired.push({ kind: 'changed', left: partner?.left ?? null, right: row.right });
    } else {
      flush();
      paired.push(row);
    }
  }
  flush();
  return paired;
}
