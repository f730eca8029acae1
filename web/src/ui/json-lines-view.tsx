import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { visible } from '../model/text';
import type { JsonLine } from '../model/json/json-lines';

const LINE = 20;
const INDENT = 14;
const MAX_PLAIN = 200;

/** Lines of JSON, of a difference or of what a search found; of many only the visible ones exist. */
export function JsonLinesView({
  lines,
  label,
  found = [],
  current = -1,
}: {
  lines: readonly JsonLine[];
  label: string;
  /** Numbers of lines that are marked. */
  found?: readonly number[];
  /** Number of the line that is in view. */
  current?: number;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const isLong = lines.length > MAX_PLAIN;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
    enabled: isLong,
  });
  useEffect(() => {
    if (current < 0) return;
    if (isLong) virtual.scrollToIndex(current, { align: 'center' });
    else scroller.current?.querySelector('.current')?.scrollIntoView({ block: 'nearest' });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [current, isLong]);
  const marked = new Set(found);
  const line = (i: number, top?: number) => {
    const one = lines[i];
    if (!one) return null;
    const kind = one.sign === '+' ? 'add' : one.sign === '-' ? 'del' : '';
    const mark = marked.has(i) ? 'found' : '';
    return (
      <div
        key={i}
        className={`json-line ${kind} ${mark} ${i === current ? 'current' : ''}`}
        style={top === undefined ? undefined : { position: 'absolute', top }}
      >
        <span className="sign">{one.sign === '-' ? '−' : one.sign}</span>
        <span style={{ paddingLeft: one.depth * INDENT }}>
          {one.name !== null && (
            <>
              <span className="key">{visible(one.name)}</span>
              <span className="mark">: </span>
            </>
          )}
          <span className={one.kind}>{visible(one.text)}</span>
        </span>
      </div>
    );
  };
  return (
    <div ref={scroller} className="json json-lines" role="region" aria-label={label} tabIndex={0}>
      {isLong ? (
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {virtual.getVirtualItems().map((item) => line(item.index, item.start))}
        </div>
      ) : (
        lines.map((_, i) => line(i))
      )}
    </div>
  );
}
