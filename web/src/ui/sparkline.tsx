import { sparkBars } from '../model/failures/spark';
import './sparkline.css';

const WIDTH = 160;
const HEIGHT = 24;

/** Counts over time as small bars: red if they need attention, grey if not. */
export function Sparkline({
  series,
  label,
  isQuiet = false,
  width = WIDTH,
}: {
  series: readonly number[];
  /** What the bars say, in words. */
  label: string;
  isQuiet?: boolean;
  width?: number;
}) {
  return (
    <svg
      className={isQuiet ? 'sparkline quiet' : 'sparkline'}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {sparkBars(series, width, HEIGHT).map((bar) => (
        <rect
          key={bar.x}
          x={bar.x}
          y={HEIGHT - bar.height}
          width={bar.width}
          height={bar.height}
          className={bar.count === 0 ? 'none' : undefined}
        />
      ))}
    </svg>
  );
}
