import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { useText } from '../../../i18n/i18n';
import { barLabel, barsOf, type BarInput } from '../../../model/run/bars';
import { criticalPath } from '../../../model/run/critical-path';
import { stepId } from '../../../model/run/run';
import { ticksOf } from '../../../model/run/timeline';
import { lanesByStep, trackState, type Track } from '../../../model/run/tracks';
import { formatDuration } from '../../../model/time/duration';
import { useClock } from '../use-clock';
import type { RunView } from '../use-run-view';
import { AXIS, draw, ROW, type DrawnBar, type Picture, type Target } from './draw';
import type { Palette } from './palette';
import { formatRange, parseRange } from './range';
import type { TimeWindow } from './use-window';

const MIN_DRAG = 4;
const NOTHING: ReadonlySet<number> = new Set();

/** The bars, the axis and the shown moment; bars are selected, ranges and moments dragged. */
export function TimelineCanvas({
  view,
  window,
  tracks,
  size,
  scroll,
  now,
  palette,
  isCritical,
  range,
  onSelect,
  onSeek,
  onDrop,
  onRange,
}: {
  view: RunView;
  window: TimeWindow;
  tracks: readonly Track[];
  size: { width: number; height: number; labels: number };
  scroll: number;
  now: number;
  palette: Palette;
  isCritical: boolean;
  range: string | undefined;
  onSelect: (step: string) => void;
  onSeek: (time: number) => void;
  onDrop: () => void;
  onRange: (range: string | undefined) => void;
}) {
  const { t } = useText();
  const { run, tree, end, shown, moment, selected } = view;
  const clock = useClock(run);
  const element = useRef<HTMLCanvasElement>(null);
  const targets = useRef<Target[]>([]);
  const [drag, setDrag] = useState<{ kind: 'seek' | 'range'; from: number; to: number } | null>(
    null,
  );
  const critical = useMemo(
    () => (isCritical ? criticalPath(tree, end, now) : NOTHING),
    [isCritical, tree, end, now],
  );
  const lanesOf = useMemo(() => lanesByStep(tree, end, now), [tree, end, now]);
  const { width, height } = size;

  useEffect(() => {
    const context = element.current?.getContext('2d');
    if (!context || width === 0) return;
    const ratio = globalThis.devicePixelRatio || 1;
    context.canvas.width = Math.round(width * ratio);
    context.canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    targets.current = draw(context, picture());
  });

  function picture(): Picture {
    const { positionOf, axis } = window;
    const offset = positionOf(0) - (axis[0]?.x ?? 0);
    const visible = { from: 0, to: width };
    const input: BarInput = { tree, end, shown, critical, now, lanesOf, positionOf, ...visible };
    const firstRow = Math.floor(scroll / ROW);
    const lastRow = Math.ceil((scroll + height - AXIS) / ROW);
    const shownRange =
      drag?.kind === 'range'
        ? { start: Math.min(drag.from, drag.to), end: Math.max(drag.from, drag.to) }
        : rangePlace();
    return {
      width,
      height,
      palette,
      ticks: axis.flatMap((piece) => [
        ...(piece.isIdle || piece.width < 80
          ? []
          : [{ x: piece.x + offset, text: clock(piece.start), isStart: true }]),
        ...ticksOf(piece, { from: -offset, to: width - offset }).map((tick) => ({
          x: tick.x + offset,
          text: `+${formatDuration(tick.offset)}`,
          isStart: false,
        })),
      ]),
      idle: axis
        .filter((piece) => piece.isIdle)
        .map((piece) => ({
          x: piece.x + offset,
          width: piece.width,
          text: `~ ${formatDuration(piece.end - piece.start)} ~`,
        })),
      rows: tracks.slice(firstRow, lastRow).map((track, i) => ({
        y: AXIS + (firstRow + i) * ROW - scroll,
        isLanes: track.kind === 'lanes',
        bars: barsOf(input, track).map((bar): DrawnBar => {
          const isNamed = track.kind === 'frame' && trackState(tree, track.frame) !== null;
          const attempt = t('execution.attempt', { number: bar.attempt });
          return { ...bar, label: barLabel(tree, bar, isNamed, attempt) };
        }),
      })),
      head: run.eventCount === 0 ? null : positionOf(moment === null ? now : shown.at),
      range: shownRange,
      selected: selected?.index ?? -1,
    };
  }

  function rangePlace() {
    const interval = parseRange(range);
    return (
      interval && {
        start: window.positionOf(interval.start),
        end: window.positionOf(interval.end),
      }
    );
  }

  const placeOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const targetAt = ({ x, y }: { x: number; y: number }) =>
    targets.current.findLast(
      (one) =>
        x >= one.x - 2 && x <= one.x + one.width + 2 && y >= one.y && y <= one.y + one.height,
    );
  // React listens to wheels passively; zooming must not scroll the page.
  useEffect(() => {
    const canvas = element.current;
    if (!canvas) return;
    const onWheel = (event: WheelEvent) => {
      const x = event.clientX - canvas.getBoundingClientRect().left;
      const isOnAxis = event.clientY - canvas.getBoundingClientRect().top < AXIS;
      if (event.ctrlKey || event.metaKey || isOnAxis) {
        event.preventDefault();
        window.zoomBy(Math.exp(-event.deltaY / 300), x);
      } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        window.panBy(event.shiftKey ? event.deltaY + event.deltaX : event.deltaX);
      } else canvas.parentElement?.querySelector('.tl-scroll')?.scrollBy(0, event.deltaY);
    };
    canvas.addEventListener('wheel', onWheel, { passive: false });
    return () => canvas.removeEventListener('wheel', onWheel);
  }, [window]);
  return (
    <canvas
      ref={element}
      className="tl-canvas"
      style={{ left: size.labels, width, height }}
      aria-hidden
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { x, y } = placeOf(event);
        const isSeek = y < AXIS;
        setDrag({ kind: isSeek ? 'seek' : 'range', from: x, to: x });
        if (isSeek) onSeek(window.timeAt(x));
      }}
      onPointerMove={(event) => {
        const place = placeOf(event);
        if (!drag) {
          const target = targetAt(place);
          event.currentTarget.style.cursor = place.y < AXIS ? 'ew-resize' : target ? 'pointer' : '';
          event.currentTarget.title = target && place.y >= AXIS ? titleOf(target.step) : '';
          return;
        }
        setDrag({ ...drag, to: place.x });
        if (drag.kind === 'seek') onSeek(window.timeAt(place.x));
      }}
      onPointerUp={(event) => {
        const place = placeOf(event);
        setDrag(null);
        if (drag?.kind === 'seek') return onDrop();
        if (drag && Math.abs(place.x - drag.from) > MIN_DRAG)
          return onRange(formatRange(window.timeAt(drag.from), window.timeAt(place.x)));
        const target = targetAt(place);
        if (target) onSelect(stepId(run, target.step));
        else if (range !== undefined) onRange(undefined);
      }}
      onPointerCancel={() => {
        setDrag(null);
        onDrop();
      }}
    />
  );

  function titleOf(step: number): string {
    const took = formatDuration((end.endOf(step) ?? now) - end.startOf(step));
    const name = run.states[run.stepState[step] ?? 0] ?? '';
    return [name, took, end.error(step)].filter(Boolean).join(', ');
  }
}
