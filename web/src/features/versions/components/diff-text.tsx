import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/i18n';
import { beginsState } from '../../../model/flow/changes';
import { visibleLine } from '../../../model/text';
import type { DiffRow } from '../../../model/flow/text-diff';

const CONTEXT = 3;
const MIN_FOLD = 4;

/** The texts side by side; long equal parts are folded. The chosen state has a bar beside it. */
export function DiffText({ rows, state }: { rows: readonly DiffRow[]; state: string | null }) {
  const { t } = useText();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const chosen = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  const beginning =
    state === null
      ? -1
      : rows.findIndex((row) =>
          [row.right, row.left].some((side) => side && beginsState(side.text, state)),
        );
  useEffect(() => {
    // The page opens at its top; the text follows only when another change is chosen.
    if (!isFirst.current) chosen.current?.scrollIntoView({ block: 'nearest' });
    isFirst.current = beginning < 0;
  }, [beginning]);
  const parts: { start: number; rows: readonly DiffRow[]; isFold: boolean }[] = [];
  let start = 0;
  while (start < rows.length) {
    let end = start;
    const isSame = rows[start]?.kind === 'same';
    while (end < rows.length && (rows[end]?.kind === 'same') === isSame) end++;
    const head = start === 0 ? 0 : CONTEXT;
    const tail = end === rows.length ? 0 : CONTEXT;
    if (isSame && end - start - head - tail >= MIN_FOLD) {
      parts.push({ start, rows: rows.slice(start, start + head), isFold: false });
      parts.push({ start: start + head, rows: rows.slice(start + head, end - tail), isFold: true });
      parts.push({ start: end - tail, rows: rows.slice(end - tail, end), isFold: false });
    } else parts.push({ start, rows: rows.slice(start, end), isFold: false });
    start = end;
  }
  return (
    <div className="diff">
      {parts.map((part) =>
        part.isFold && !open.has(part.start) ? (
          <button
            key={`f${part.start}`}
            type="button"
            className="diff-fold"
            onClick={() => setOpen(new Set([...open, part.start]))}
          >
            {t('versions.equalLines', { count: part.rows.length })}
          </button>
        ) : (
          part.rows.map((row, i) => (
            <div
              key={part.start + i}
              ref={part.start + i === beginning ? chosen : undefined}
              className={`diff-row ${part.start + i === beginning ? 'chosen' : ''}`}
            >
              <Cell side={row.left} kind={row.kind} mark="−" name="del" />
              <Cell side={row.right} kind={row.kind} mark="+" name="add" />
            </div>
          ))
        ),
      )}
    </div>
  );
}

function Cell({
  side,
  kind,
  mark,
  name,
}: {
  side: DiffRow['left'];
  kind: DiffRow['kind'];
  mark: string;
  name: 'add' | 'del';
}) {
  if (!side) return <div className="diff-cell none" />;
  const isChange = kind !== 'same';
  return (
    <div className={`diff-cell ${isChange ? name : ''}`}>
      <span className="n">{side.number}</span>
      <span className="m">{isChange ? mark : ''}</span>
      <span className="x">{visibleLine(side.text)}</span>
    </div>
  );
}
