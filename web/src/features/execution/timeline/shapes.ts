import type { Bar } from '../../../model/run/bars';
import type { Palette } from './palette';

export const BAR = 14;

export function line(
  context: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  to: number,
) {
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, y);
  context.lineTo(Math.round(x) + 0.5, to);
  context.stroke();
}

/** Text that crosses other lines has a border in the colour of the page. */
export function haloText(
  context: CanvasRenderingContext2D,
  palette: Palette,
  colour: string,
  text: string,
  x: number,
  y: number,
) {
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.strokeStyle = palette.surface;
  context.strokeText(text, x, y);
  context.lineWidth = 1;
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

export function styleOf(bar: Bar, palette: Palette): { fill: string; line: string; text: string } {
  if (bar.isLater) return { fill: palette.surface, line: palette.dash, text: palette.faint };
  switch (bar.kind) {
    case 'done':
      return { fill: palette.doneFill, line: palette.doneLine, text: palette.doneText };
    case 'failed':
      return bar.isFinal
        ? { fill: palette.failedMark, line: palette.failedMark, text: palette.surface }
        : { fill: palette.failedFill, line: palette.failedLine, text: palette.failedText };
    case 'running':
      return { fill: palette.runningFill, line: palette.runningLine, text: palette.runningText };
    default:
      return { fill: palette.otherFill, line: palette.otherLine, text: palette.otherText };
  }
}

export function box(
  context: CanvasRenderingContext2D,
  x: number,
  top: number,
  width: number,
  style: { fill: string; line: string },
) {
  context.beginPath();
  context.roundRect(x + 0.5, top + 0.5, Math.max(1, width - 1), BAR - 1, 2);
  context.fillStyle = style.fill;
  context.fill();
  context.strokeStyle = style.line;
  context.stroke();
}

export function mark(context: CanvasRenderingContext2D, palette: Palette, bar: Bar, top: number) {
  context.strokeStyle = palette.accent;
  context.lineWidth = 1.5;
  context.beginPath();
  if (bar.isCritical) {
    context.moveTo(bar.x, top + BAR + 2);
    context.lineTo(bar.x + bar.width, top + BAR + 2);
  } else context.roundRect(bar.x, top, Math.max(2, bar.width), BAR, 2);
  context.stroke();
  context.lineWidth = 1;
}

export function hatch(
  context: CanvasRenderingContext2D,
  palette: Palette,
  bar: Bar,
  top: number,
  height: number,
) {
  context.save();
  context.beginPath();
  context.rect(bar.x, top, Math.max(1, bar.width), height);
  context.clip();
  context.strokeStyle = bar.isLater ? palette.dash : palette.hatch;
  context.lineWidth = 2;
  context.beginPath();
  const from = Math.max(bar.x, 0) - height - (Math.max(bar.x, 0) % 7);
  const to = Math.min(bar.x + bar.width, context.canvas.width);
  for (let x = from; x < to; x += 7) {
    context.moveTo(x, top + height);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}
