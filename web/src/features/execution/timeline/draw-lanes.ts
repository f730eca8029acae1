import { MAX_LANES, profileOf } from '../../../model/run/bars';
import { ROW, type DrawnBar, type Picture, type Target } from './draw';

const LANE = 4;
const PROFILE_COLUMN = 8;

/** Draws frames that ran at the same time below each other, or their number if they are many. */
export function drawLanes(
  context: CanvasRenderingContext2D,
  picture: Picture,
  y: number,
  bars: readonly DrawnBar[],
  targets: Target[],
) {
  const { palette } = picture;
  if ((bars[0]?.lanes ?? 0) > MAX_LANES) return drawProfile(context, picture, y, bars);
  for (const bar of bars) {
    const top = y + 5 + bar.lane * (LANE + 1);
    context.fillStyle = bar.isLater
      ? palette.dash
      : bar.kind === 'failed'
        ? palette.failedMark
        : bar.kind === 'done'
          ? palette.lane
          : palette.runningLine;
    context.beginPath();
    context.roundRect(bar.x, top, bar.width, LANE, 1);
    context.fill();
    targets.push({ x: bar.x, y: top - 1, width: bar.width, height: LANE + 2, step: bar.step });
  }
}

/** Many frames at once are columns: how many were under way, the failed ones at the bottom. */
function drawProfile(
  context: CanvasRenderingContext2D,
  { palette, width }: Picture,
  y: number,
  bars: readonly DrawnBar[],
) {
  const columns = profileOf(bars, 0, width, PROFILE_COLUMN);
  const most = columns.reduce((max, one) => Math.max(max, one.active), 1);
  const space = ROW - 6;
  for (const { x, active, failed } of columns) {
    if (active === 0) continue;
    const height = Math.max(2, (active / most) * space);
    context.fillStyle = palette.lane;
    context.fillRect(x, y + ROW - 3 - height, PROFILE_COLUMN - 1, height);
    if (failed === 0) continue;
    const part = Math.max(2, (failed / active) * height);
    context.fillStyle = palette.failedMark;
    context.fillRect(x, y + ROW - 3 - part, PROFILE_COLUMN - 1, part);
  }
}
