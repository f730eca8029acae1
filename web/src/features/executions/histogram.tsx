import { useQuery } from '@tanstack/react-query';
import { ZoomOut } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { ApiError } from '../../api/client';
import { useText } from '../../i18n/i18n';
import type { ExecutionFilter } from '../../model/executions/filter';
import { barsOf, failedOf, rangeOfBars, ticksOf } from '../../model/executions/histogram';
import { Icon } from '../../ui/icons';
import { histogramQuery } from './queries';

interface Brush {
  from: number;
  to: number;
}

/** How many executions started when; a range is chosen by dragging or with arrow keys. */
export function HistogramPanel({
  filter,
  readAt,
  onChange,
}: {
  filter: ExecutionFilter;
  readAt: number;
  onChange: (filter: ExecutionFilter) => void;
}) {
  const { t, locale } = useText();
  const query = useQuery(histogramQuery(filter, readAt));
  const area = useRef<HTMLDivElement>(null);
  const [brush, setBrush] = useState<Brush | null>(null);
  const [cursor, setCursor] = useState(-1);
  const data = query.data;
  if (query.isError && !data) {
    const detail = query.error instanceof ApiError ? query.error.detail : t('error.unreachable');
    return <p className="histogram-error label">{detail}</p>;
  }
  const bars = data ? barsOf(data) : [];
  const failed = failedOf(bars);
  const total = data?.total ?? 0;
  const highest = Math.max(1, ...bars.map((bar) => bar.failed + bar.others));
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const barAt = (x: number) => {
    const box = area.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    const index = Math.floor(((x - box.left) / box.width) * bars.length);
    return Math.max(0, Math.min(bars.length - 1, index));
  };
  const choose = (range: Brush) => {
    const chosen = rangeOfBars(bars, range.from, range.to);
    setBrush(null);
    if (chosen) onChange({ ...filter, since: undefined, ...chosen });
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || bars.length === 0) return;
    area.current?.setPointerCapture(event.pointerId);
    const at = barAt(event.clientX);
    setBrush({ from: at, to: at });
  };
  const onMove = (event: PointerEvent) => {
    const at = barAt(event.clientX);
    setCursor(at);
    if (brush) setBrush({ ...brush, to: at });
  };
  const onUp = () => {
    if (brush && brush.from !== brush.to) choose(brush);
    else setBrush(null);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0) {
      const at = Math.max(0, Math.min(bars.length - 1, (cursor < 0 ? bars.length : cursor) + step));
      setCursor(at);
      setBrush(event.shiftKey ? { from: brush?.from ?? cursor, to: at } : null);
    } else if (event.key === 'Enter') choose(brush ?? { from: cursor, to: cursor });
    else if (event.key === 'Escape') setBrush(null);
    else return;
    event.preventDefault();
  };
  const isZoomed = filter.from !== undefined || filter.to !== undefined;
  const at = bars[cursor];
  const time = (ms: number) =>
    new Intl.DateTimeFormat(locale, {
      ...(data && Date.parse(data.to) - Date.parse(data.from) > 86_400_000
        ? { month: 'short', day: 'numeric' }
        : {}),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(ms);
  const describe = at
    ? t('histogram.bar', {
        from: time(at.from),
        to: time(at.to),
        count: at.failed + at.others,
        failed: at.failed,
      })
    : t('histogram.hint');
  return (
    <section className="histogram" aria-label={t('histogram.title')}>
      <div className="histogram-legend">
        <div className="histogram-total">{data ? number.format(total) : '–'}</div>
        <div className="label">{t('histogram.executions')}</div>
        <div className="label mt-1">
          <span className="swatch bad" />{' '}
          {t('histogram.failed', {
            count: failed,
            share: percent.format(total === 0 ? 0 : failed / total),
          })}
        </div>
        <div className="label">
          <span className="swatch" /> {t('histogram.others', { count: total - failed })}
        </div>
      </div>
      <div className="histogram-plot">
        <div
          ref={area}
          className="histogram-area"
          role="slider"
          tabIndex={0}
          aria-label={t('histogram.range')}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, bars.length - 1)}
          aria-valuenow={Math.max(0, cursor)}
          aria-valuetext={describe}
          title={describe}
          onPointerDown={onDown}
          onPointerMove={onMove}
          onPointerUp={onUp}
          onPointerCancel={() => setBrush(null)}
          onKeyDown={onKey}
        >
          <Bars bars={bars} highest={highest} cursor={cursor} />
          {brush && <BrushArea brush={brush} count={bars.length} />}
        </div>
        <div className="histogram-axis" aria-hidden>
          {data &&
            ticksOf(
              Date.parse(data.from),
              Date.parse(data.to),
              6,
              new Date(Date.parse(data.to)).getTimezoneOffset() * 60_000,
            ).map((tick) => (
              <span
                key={tick}
                style={{
                  left: `${((tick - Date.parse(data.from)) / (bars.length * data.bucketMillis)) * 100}%`,
                }}
              >
                {time(tick)}
              </span>
            ))}
        </div>
        {data?.searchedFrom && (
          <p className="label">
            {t('histogram.searchedFrom', { time: time(Date.parse(data.searchedFrom)) })}
          </p>
        )}
      </div>
      {isZoomed && (
        <button
          type="button"
          className="btn small histogram-reset"
          onClick={() => onChange({ ...filter, from: undefined, to: undefined })}
        >
          <Icon of={ZoomOut} size="s" /> {t('histogram.reset')}
        </button>
      )}
    </section>
  );
}

function Bars({
  bars,
  highest,
  cursor,
}: {
  bars: ReturnType<typeof barsOf>;
  highest: number;
  cursor: number;
}) {
  return (
    <svg viewBox={`0 0 ${Math.max(1, bars.length)} 100`} preserveAspectRatio="none" aria-hidden>
      {bars.map((bar, i) => {
        const all = ((bar.failed + bar.others) / highest) * 100;
        const bad = (bar.failed / highest) * 100;
        return (
          <g key={bar.from} className={i === cursor ? 'is-current' : ''}>
            <rect className="all" x={i + 0.08} width={0.84} y={100 - all} height={all - bad} />
            <rect className="bad" x={i + 0.08} width={0.84} y={100 - bad} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}

function BrushArea({ brush, count }: { brush: Brush; count: number }) {
  const first = Math.min(brush.from, brush.to);
  const last = Math.max(brush.from, brush.to) + 1;
  return (
    <div
      className="histogram-brush"
      style={{ left: `${(first / count) * 100}%`, width: `${((last - first) / count) * 100}%` }}
    />
  );
}
