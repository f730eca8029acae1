import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import {
  axisLabels,
  bucketAt,
  bucketX,
  valueTicks,
  valueY,
  type Plot,
} from '../../../model/overview/chart';
import { axisFormat, axisTicks, type Period } from '../../../model/overview/period';
import { useText } from '../../../i18n/i18n';
import { useWidth } from './use-width';

const HEIGHT = 196;
const FOOT = 28;
const TOP = 8;
const RIGHT = 8;
const CHARACTER = 6.5;

export interface ChartScale {
  plot: Plot;
  largest: number;
  count: number;
}

/**
 * A chart over time with a cursor that the pointer and the arrow keys move; both charts of the page
 * share it.
 */
export function TimeChart({
  label,
  period,
  from,
  to,
  times,
  largest,
  isInteger,
  cursor,
  describe,
  onCursor,
  onOpen,
  children,
  tip,
}: {
  label: string;
  period: Period;
  from: number;
  to: number;
  /** The begin of each bucket. */
  times: readonly number[];
  largest: number;
  isInteger: boolean;
  cursor: number | null;
  /** Says in words what a bucket has. */
  describe: (index: number) => string;
  onCursor: (index: number | null) => void;
  /** Opens the executions of a bucket. */
  onOpen: (index: number) => void;
  children: (scale: ChartScale) => ReactNode;
  tip: (index: number) => ReactNode;
}) {
  const { t, locale } = useText();
  const [frame, width] = useWidth();
  const [hasFocus, setFocus] = useState(false);
  const ticks = valueTicks(largest, isInteger);
  const top = ticks.at(-1) ?? 1;
  const number = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
  const left = Math.max(...ticks.map((tick) => number.format(tick).length)) * CHARACTER + 10;
  const plot = { left, top: TOP, width: width - left - RIGHT, height: HEIGHT - FOOT - TOP };
  const count = times.length;
  const format = axisFormat(period, locale);
  const labels = axisLabels(plot, axisTicks(period, from, to), from, to);
  const last = count - 1;
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onCursor(bucketAt(plot, event.clientX - box.left, count));
  };
  const key = (event: KeyboardEvent) => {
    const at = cursor ?? last;
    const page = Math.max(1, Math.round(count / 12));
    const target: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      PageDown: at - page,
      PageUp: at + page,
      Home: 0,
      End: last,
    };
    const next = target[event.key];
    if (event.key === 'Enter' && cursor !== null) onOpen(cursor);
    else if (event.key === 'Escape') onCursor(null);
    else if (next !== undefined) onCursor(Math.min(last, Math.max(0, next)));
    else return;
    event.preventDefault();
  };
  return (
    <div className="ov-chart" ref={frame}>
      {width > 0 && (
        <svg
          className="chart"
          width={width}
          height={HEIGHT}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={cursor ?? last}
          aria-valuetext={describe(cursor ?? last)}
          onPointerMove={move}
          onPointerLeave={() => !hasFocus && onCursor(null)}
          onFocus={() => setFocus(true)}
          onBlur={() => {
            setFocus(false);
            onCursor(null);
          }}
          onKeyDown={key}
          onClick={() => cursor !== null && onOpen(cursor)}
        >
          {ticks.map((tick) => {
            const y = Math.round(valueY(plot, tick, top)) + 0.5;
            return (
              <g key={tick}>
                <path className="grid" d={`M${left} ${y}h${plot.width}`} />
                <text x={left - 8} y={y + 3.5} textAnchor="end">
                  {number.format(tick)}
                </text>
              </g>
            );
          })}
          {labels.map(({ at, x }) => (
            <text key={at} x={x} y={HEIGHT - 8} textAnchor="middle">
              {format.format(at)}
            </text>
          ))}
          {children({ plot, largest: top, count })}
          {cursor !== null && cursor < count && (
            <path
              className="cursor"
              d={`M${bucketX(plot, cursor, count)} ${TOP}v${plot.height}`}
              aria-hidden
            />
          )}
        </svg>
      )}
      {cursor !== null && cursor < count && (
        <div
          className={`ov-tip ${cursor > count / 2 ? 'left' : ''}`}
          style={{ insetInlineStart: bucketX(plot, cursor, count) }}
          aria-hidden
        >
          {tip(cursor)}
          <span className="faint">{t('overview.chart.open')}</span>
        </div>
      )}
    </div>
  );
}
