import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { flowNameOf } from '../../../model/executions/flow-name';
import { momentAt } from '../../../model/run/moment';
import { idlePeriods } from '../../../model/run/timeline';
import { tracksOf } from '../../../model/run/tracks';
import { useKeys } from '../../../ui/keys';
import { useToast } from '../../../ui/toast';
import { useNow } from '../../../ui/time';
import { useClock } from '../use-clock';
import type { RunView } from '../use-run-view';
import { AXIS, ROW } from './draw';
import { COLOURS, usePalette } from './palette';
import { formatRange } from './range';
import { RangeBar } from './range-bar';
import { TimelineBar } from './timeline-bar';
import { TimelineCanvas } from './timeline-canvas';
import { TimelineRows } from './timeline-rows';
import { useDrawnView } from './use-drawn-view';
import { useWindow } from './use-window';

const OVERSCAN = 4;
const FACTOR = 1.5;

/** What ran when: bars on a canvas, and a row per frame that can be focused. */
export function Timeline({
  execution,
  view,
  onSelect,
}: {
  execution: Execution;
  view: RunView;
  onSelect: (step: string) => void;
}) {
  const { t } = useText();
  const { run, tree, end, travel, selected } = view;
  const toast = useToast();
  const clock = useClock(view.run);
  const drawn = useDrawnView(view);
  const { critical, range } = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  const grid = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0, labels: 0 });
  const [scroll, setScroll] = useState(0);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [focused, setFocused] = useState(0);
  const [palette, probe] = usePalette();
  useEffect(() => {
    if (!grid.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const labels = Number.parseFloat(
        getComputedStyle(entry?.target ?? document.body).getPropertyValue('--tl-labels'),
      );
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.max(0, width - labels), height, labels });
    });
    observer.observe(grid.current);
    return () => observer.disconnect();
  }, []);
  const tracks = useMemo(() => tracksOf(tree, toggled), [tree, toggled]);
  const second = useNow();
  const isOpen = end.countOf('RUNNING') + end.countOf('PENDING') > 0 && !execution.endedAt;
  const lastAt = drawn.run.eventAt[run.eventCount - 1] ?? 0;
  const now = isOpen ? Math.max(lastAt, second - run.startedAt) : lastAt;
  const idle = useMemo(() => idlePeriods(drawn.run.eventAt), [drawn.run]);
  const window = useWindow({ start: 0, end: now }, idle, size.width);
  const isCritical = critical === true;
  const toggleCritical = () =>
    void navigate({
      search: (before) => ({ ...before, critical: before.critical ? undefined : true }),
      replace: true,
    });
  const [mark, setMark] = useState<number | null>(null);
  const markRange = () => {
    const here = drawn.shown.at;
    setMark(mark === null ? here : null);
    if (mark === null) return toast(t('timeline.rangeFrom', { time: clock(drawn.shown.at) }));
    const next = Math.round(mark) === Math.round(here) ? undefined : formatRange(mark, here);
    void navigate({ search: (before) => ({ ...before, range: next }), replace: true });
  };
  useKeys({
    ',': travel.previous,
    '.': travel.next,
    Home: travel.first,
    End: travel.last,
    l: travel.last,
    k: toggleCritical,
    r: markRange,
  });
  const rowCount = Math.ceil(Math.max(0, size.height - AXIS) / ROW);
  const first = Math.max(0, Math.floor(scroll / ROW) - OVERSCAN);
  const last = Math.min(tracks.length, first + rowCount + 2 * OVERSCAN);
  const focusRow = (row: number) => {
    setFocused(row);
    const box = scroller.current;
    if (!box) return;
    if (row * ROW < box.scrollTop) box.scrollTop = row * ROW;
    else if ((row + 1) * ROW > box.scrollTop + box.clientHeight)
      box.scrollTop = (row + 1) * ROW - box.clientHeight;
    requestAnimationFrame(() =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-row="${row}"]`)
        ?.focus({ preventScroll: true }),
    );
  };
  // The track of the selected step is in view.
  const index = selected?.index ?? -1;
  const selectedRow = useMemo(() => {
    const frame = run.stepFrame[index] ?? -1;
    return tracks.findIndex((track) => track.kind === 'frame' && track.frame === frame);
  }, [tracks, run, index]);
  useEffect(() => {
    const box = scroller.current;
    if (!box || selectedRow < 0) return;
    if (
      selectedRow * ROW < box.scrollTop ||
      (selectedRow + 1) * ROW > box.scrollTop + box.clientHeight
    )
      box.scrollTop = Math.max(0, (selectedRow - 1) * ROW);
  }, [selectedRow, index]);
  return (
    <section
      className="timeline"
      data-page-keys
      aria-label={t('timeline.title')}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === '+' || event.key === '=') window.zoomBy(FACTOR);
        else if (event.key === '-') window.zoomBy(1 / FACTOR);
        else if (event.key === '0') window.fit();
      }}
    >
      <TimelineBar
        execution={execution}
        view={view}
        window={window}
        isCritical={isCritical}
        onCritical={toggleCritical}
      />
      <div ref={grid} className="tl-grid">
        <div ref={probe} className="tl-probe" aria-hidden>
          {COLOURS.map((colour) => (
            <i key={colour} data-colour={colour} />
          ))}
        </div>
        {palette && (
          <TimelineCanvas
            view={drawn}
            window={window}
            tracks={tracks}
            size={size}
            scroll={scroll}
            now={now}
            palette={palette}
            isCritical={isCritical}
            range={range}
            onSelect={onSelect}
            onSeek={(time) => travel.drag(momentAt(drawn.run, time))}
            onDrop={travel.drop}
            onRange={(next) =>
              void navigate({ search: (before) => ({ ...before, range: next }), replace: true })
            }
          />
        )}
        <div
          ref={scroller}
          className="tl-scroll"
          onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
        >
          <div style={{ height: tracks.length * ROW }}>
            <TimelineRows
              title={flowNameOf(execution)}
              view={view}
              tracks={tracks}
              first={first}
              last={last}
              current={Math.min(Math.max(first, focused), Math.max(first, last - 1))}
              now={now}
              onFocus={(row) => (row === focused ? undefined : focusRow(row))}
              onToggle={(track) => setToggled(new Map(toggled).set(track.key, !track.isOpen))}
              onSelect={onSelect}
            />
          </div>
        </div>
        <RangeBar view={view} window={window} range={range} now={now} />
      </div>
    </section>
  );
}
