import { useCallback, useMemo, useState } from 'react';
import {
  positionOf,
  timeAt,
  timeAxis,
  type AxisPiece,
  type Interval,
} from '../../../model/run/timeline';

const PADDING = 20;
const MAX_PIXELS_PER_MS = 40;

/** The part of the time axis that is visible: its scale, and how far it is moved. */
export interface TimeWindow {
  axis: readonly AxisPiece[];
  zoom: number;
  /** Returns the place of a time, in milliseconds since the start, from the left edge. */
  positionOf: (time: number) => number;
  timeAt: (x: number) => number;
  /** Zooms so that the time at a place stays there. */
  zoomBy: (factor: number, x?: number) => void;
  panBy: (pixels: number) => void;
  show: (interval: Interval) => void;
  fit: () => void;
}

export function useWindow(span: Interval, idle: readonly Interval[], width: number): TimeWindow {
  const [{ zoom, offset }, setView] = useState({ zoom: 1, offset: 0 });
  const inner = Math.max(0, width - 2 * PADDING);
  const axis = useMemo(
    () => timeAxis(span, idle, inner * zoom),
    // Intervals are compared by value.
    // oxlint-disable-next-line react/exhaustive-deps
    [span.start, span.end, idle, inner, zoom],
  );
  const maxZoom = Math.max(1, ((span.end - span.start) * MAX_PIXELS_PER_MS) / Math.max(1, inner));
  const clamp = useCallback(
    (value: number, scale: number) => Math.max(0, Math.min(value, inner * scale - inner)),
    [inner],
  );
  const position = useCallback(
    (time: number) => PADDING + positionOf(axis, time) - offset,
    [axis, offset],
  );
  const time = useCallback((x: number) => timeAt(axis, x - PADDING + offset), [axis, offset]);
  const zoomBy = useCallback(
    (factor: number, x = width / 2) => {
      const next = Math.min(maxZoom, Math.max(1, zoom * factor));
      const fixed = time(x);
      const moved = positionOf(timeAxis(span, idle, inner * next), fixed);
      setView({ zoom: next, offset: clamp(moved - (x - PADDING), next) });
    },
    // oxlint-disable-next-line react/exhaustive-deps
    [zoom, time, span.start, span.end, idle, inner, width, maxZoom, clamp],
  );
  return {
    axis,
    zoom,
    positionOf: position,
    timeAt: time,
    zoomBy,
    panBy: (pixels) => setView({ zoom, offset: clamp(offset + pixels, zoom) }),
    show: ({ start, end }) => {
      const length = Math.max(1, positionOf(axis, end) - positionOf(axis, start));
      const next = Math.min(maxZoom, Math.max(1, (zoom * inner) / length));
      const moved = positionOf(timeAxis(span, idle, inner * next), start);
      setView({ zoom: next, offset: clamp(moved, next) });
    },
    fit: () => setView({ zoom: 1, offset: 0 }),
  };
}
