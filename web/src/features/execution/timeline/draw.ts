import type { Bar } from '../../../model/run/bars';
import type { Interval } from '../../../model/run/timeline';
import { drawLanes } from './draw-lanes';
import type { Palette } from './palette';
import { BAR, box, haloText, hatch, line, mark, styleOf } from './shapes';

export const AXIS = 24;
export const ROW = 24;
const TEXT_MARGIN = 6;

export interface DrawnBar extends Bar {
  label: string | null;
}

/** Everything that a picture of the timeline shows; places are in pixels from its left edge. */
export interface Picture {
  width: number;
  height: number;
  palette: Palette;
  ticks: readonly { x: number; text: string; isStart: boolean }[];
  idle: readonly { x: number; width: number; text: string }[];
  rows: readonly { y: number; bars: readonly DrawnBar[]; isLanes: boolean }[];
  /** The shown moment. */
  head: number | null;
  range: Interval | null;
  selected: number;
}

/** A place that selects a step. */
export interface Target {
  x: number;
  y: number;
  width: number;
  height: number;
  step: number;
}

/** Draws a picture and returns its bars and labels as targets, the topmost last. */
export function draw(context: CanvasRenderingContext2D, picture: Picture): Target[] {
  const { width, height, palette } = picture;
  const targets: Target[] = [];
  context.clearRect(0, 0, width, height);
  context.lineWidth = 1;
  for (const tick of picture.ticks) {
    line(context, palette.line, tick.x, AXIS - 4, height);
    context.font = `11px ${palette.font}`;
    context.fillStyle = palette.faint;
    context.textAlign = tick.isStart ? 'left' : 'center';
    context.fillText(tick.text, tick.x, 14);
  }
  context.textAlign = 'left';
  for (const column of picture.idle) {
    context.fillStyle = palette.surface;
    context.fillRect(column.x, AXIS - 4, column.width, height);
  }
  context.save();
  context.beginPath();
  context.rect(0, AXIS, width, height - AXIS);
  context.clip();
  if (picture.range) {
    context.fillStyle = palette.range;
    context.fillRect(picture.range.start, AXIS, picture.range.end - picture.range.start, height);
  }
  for (const row of picture.rows) {
    if (row.isLanes) drawLanes(context, picture, row.y, row.bars, targets);
    else drawTrack(context, picture, row.y, row.bars, targets);
  }
  for (const column of picture.idle) drawIdle(context, palette, column, height);
  context.restore();
  if (picture.head !== null) drawHead(context, palette, picture.head, height);
  return targets;
}

function drawIdle(
  context: CanvasRenderingContext2D,
  palette: Palette,
  column: Picture['idle'][number],
  height: number,
) {
  context.setLineDash([2, 2]);
  line(context, palette.dash, column.x, AXIS, height);
  line(context, palette.dash, column.x + column.width, AXIS, height);
  context.setLineDash([]);
  context.font = `11px ${palette.font}`;
  context.textAlign = 'center';
  haloText(context, palette, palette.text, column.text, column.x + column.width / 2, AXIS + 16);
  context.textAlign = 'left';
}

function drawHead(context: CanvasRenderingContext2D, palette: Palette, x: number, height: number) {
  context.lineWidth = 1.5;
  line(context, palette.accent, x, AXIS - 4, height);
  context.lineWidth = 1;
  context.fillStyle = palette.accent;
  context.beginPath();
  context.moveTo(x - 5, AXIS - 7);
  context.lineTo(x + 5, AXIS - 7);
  context.lineTo(x, AXIS);
  context.fill();
}

function drawTrack(
  context: CanvasRenderingContext2D,
  picture: Picture,
  y: number,
  bars: readonly DrawnBar[],
  targets: Target[],
) {
  const { palette } = picture;
  const top = y + (ROW - BAR) / 2;
  bars.forEach((bar, i) => {
    const style = styleOf(bar, palette);
    if (bar.kind === 'queued') {
      context.fillStyle = bar.isLater ? palette.surface : palette.queued;
      context.fillRect(bar.x, top, Math.max(1, bar.width - 1), BAR);
    } else if (bar.kind === 'retry' || bar.kind === 'waiting') {
      hatch(context, palette, bar, top + 4, 6);
    } else {
      box(context, bar.x, top, bar.width, style);
    }
    if (bar.isCritical || (bar.step === picture.selected && bar.isFinal))
      mark(context, palette, bar, top);
    const next = bars[i + 1];
    const room = (next ? next.x : picture.width) - bar.x - bar.width;
    const end = label(context, palette, bar, style.text, top, room);
    targets.push({ x: bar.x, y, width: end - bar.x, height: ROW, step: bar.step });
  });
}

/** Writes the label into the bar, or else beside it; returns the end of bar and label. */
function label(
  context: CanvasRenderingContext2D,
  palette: Palette,
  bar: DrawnBar,
  colour: string,
  top: number,
  room: number,
): number {
  const end = bar.x + bar.width;
  if (bar.label === null) return end;
  context.font = `${bar.isFinal && bar.kind === 'failed' ? '600' : '500'} 10.5px ${palette.font}`;
  const width = context.measureText(bar.label).width;
  const y = top + 10.5;
  const left = Math.max(bar.x, 0);
  if (width + 2 * TEXT_MARGIN <= end - left) {
    if (bar.kind === 'waiting')
      haloText(context, palette, palette.faint, bar.label, left + TEXT_MARGIN, y);
    else {
      context.fillStyle = colour;
      context.fillText(bar.label, left + TEXT_MARGIN, y);
    }
    return end;
  }
  if (end < 0) return end;
  const outside = bar.kind === 'failed' && !bar.isLater ? palette.failedText : palette.faint;
  if (width + 2 * TEXT_MARGIN > room) {
    // The cause of a failure is legible even if it covers the wait before it.
    if (bar.kind === 'failed' && bar.isFinal && bar.x > width + 2 * TEXT_MARGIN)
      haloText(context, palette, outside, bar.label, bar.x - TEXT_MARGIN - width, y);
    return end;
  }
  haloText(context, palette, outside, bar.label, end + TEXT_MARGIN, y);
  return end + TEXT_MARGIN + width;
}
