import { useEffect, useMemo, useRef, useState } from 'react';
import type { Execution, Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { framePath } from '../../../model/run/outline';
import { isInstant, positionOf, ticksOf, timeAxis } from '../../../model/run/timeline';
import { formatDuration } from '../../../model/time/duration';
import { Duration, useNow } from '../../../ui/time';

const MAX_ROWS = 300;
const PADDING = 12;
/** Shorter bars show their error in the tooltip only. */
const MIN_LABELLED = 64;

/** Bars of the attempts of each step; long idle periods are collapsed. */
export function Timeline({
  execution,
  steps,
  selected,
  onSelect,
}: {
  execution: Execution;
  steps: readonly Step[];
  selected: string | null;
  onSelect: (step: string) => void;
}) {
  const { t, locale } = useText();
  const now = useNow();
  const track = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!track.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(track.current);
    return () => observer.disconnect();
  }, []);
  const isLoaded = steps.length > 0;
  useEffect(() => {
    const row = scroller.current?.querySelector('[aria-current="true"]');
    if (selected !== null && isLoaded) row?.scrollIntoView({ block: 'nearest' });
  }, [selected, isLoaded]);
  const end = execution.endedAt ? Date.parse(execution.endedAt) : now;
  const rows = steps.slice(0, MAX_ROWS);
  const axis = useMemo(() => {
    const moments = [Date.parse(execution.startedAt), end];
    for (const step of steps) {
      moments.push(Date.parse(step.startedAt));
      if (step.endedAt) moments.push(Date.parse(step.endedAt));
      for (const attempt of step.attempts ?? []) {
        moments.push(Date.parse(attempt.startedAt));
        if (attempt.endedAt) moments.push(Date.parse(attempt.endedAt));
      }
    }
    return timeAxis(moments, Math.max(0, width - 2 * PADDING));
  }, [execution.startedAt, steps, end, width]);
  const x = (time: string | null | undefined) =>
    PADDING + positionOf(axis, time ? Date.parse(time) : end);
  const instant = isInstant(axis);
  const clock = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
  return (
    <section className="timeline" aria-label={t('timeline.title')}>
      <div className="label flex items-center px-4">{t('timeline.title')}</div>
      <div ref={track} className="relative label border-b border-line">
        {axis.flatMap(ticksOf).map((tick) => (
          <span key={tick.x} className="timeline-tick" style={{ left: PADDING + tick.x }}>
            +{formatDuration(tick.offset)}
          </span>
        ))}
        {axis.map((piece) => (
          <span
            key={piece.start}
            className={piece.isIdle ? 'timeline-idle' : 'absolute top-1.5 clip'}
            style={{ left: PADDING + piece.x, width: piece.width }}
          >
            {piece.isIdle
              ? `~ ${formatDuration(piece.end - piece.start)} ~`
              : piece.width > 80
                ? clock.format(piece.start)
                : ''}
          </span>
        ))}
      </div>
      <div ref={scroller} className="timeline-scroll" tabIndex={0}>
        {rows.map((step) => {
          const attempts = step.attempts ?? [];
          return (
            <div key={step.step} className="contents">
              <button
                type="button"
                className="timeline-label"
                style={{ paddingLeft: 16 + framePath(step.frame).length * 14 }}
                aria-current={step.step === selected}
                onClick={() => onSelect(step.step)}
              >
                <span className="clip" title={step.state}>
                  {step.state}
                </span>
                <span className="ml-auto text-faint">
                  <Duration start={step.startedAt} end={step.endedAt} />
                </span>
              </button>
              <div className="timeline-track">
                {axis
                  .filter((piece) => piece.isIdle)
                  .map((piece) => (
                    <span
                      key={piece.start}
                      className="timeline-idle"
                      style={{ left: PADDING + piece.x, width: piece.width }}
                    />
                  ))}
                {(attempts.length > 0
                  ? attempts
                  : [
                      {
                        number: 1,
                        status: step.status,
                        startedAt: step.startedAt,
                        endedAt: step.endedAt,
                        error: step.error,
                      },
                    ]
                ).map((attempt) => {
                  const left = x(attempt.startedAt);
                  const length = Math.max(4, x(attempt.endedAt) - left);
                  const isLast = attempt.number === (attempts.at(-1)?.number ?? 1);
                  return (
                    <span
                      key={attempt.number}
                      className={`timeline-bar ${kind(attempt.status)} ${isLast ? 'final' : ''}`}
                      style={instant ? { left: PADDING, right: PADDING } : { left, width: length }}
                      title={[
                        step.state,
                        attempts.length > 1 && t('execution.attempt', { number: attempt.number }),
                        attempt.error,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    >
                      {instant || length >= MIN_LABELLED ? attempt.error : ''}
                    </span>
                  );
                })}
              </div>
            </div>
          );
        })}
        {steps.length > MAX_ROWS && (
          <p className="label px-4 py-2">
            {t('timeline.more', { count: steps.length - MAX_ROWS })}
          </p>
        )}
      </div>
    </section>
  );
}

function kind(status: Step['status']): string {
  switch (status) {
    case 'SUCCEEDED':
    case 'FAILED':
    case 'RUNNING':
      return status.toLowerCase();
    default:
      return 'other';
  }
}
