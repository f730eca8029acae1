import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useText } from '../../../i18n/i18n';
import { momentOf, momentOfStep, type Moment } from '../../../model/run/moment';
import type { RunView } from '../use-run-view';

export const MAX_TEETH = 60;
const TOOTH = 20;
const MAX_WIDTH = 420;
const MARGIN = 12;
const HEIGHT = 24;
const RAIL_WIDTH = 280;
const BASE = 20.5;
const TOP = 11.5;

/** Selects a moment by step: one tooth per step, the pawl rests behind the tooth of the last one. */
export function Scrubber({ view, text }: { view: RunView; text: string }) {
  const { t } = useText();
  const { run, travel, shown } = view;
  const element = useRef<SVGSVGElement>(null);
  const count = run.stepCount;
  const hasTeeth = count <= MAX_TEETH;
  const inner = hasTeeth ? Math.min(count * TOOTH, MAX_WIDTH - 2 * MARGIN) : RAIL_WIDTH;
  const width = inner + 2 * MARGIN;
  const pitch = inner / Math.max(1, count);

  const momentUnder = (event: PointerEvent): Moment | null => {
    const box = element.current?.getBoundingClientRect();
    if (!box || count === 0) return null;
    const share = (event.clientX - box.left - MARGIN) / inner;
    const number = Math.ceil(Math.min(1, Math.max(0, share)) * count);
    return number >= count
      ? momentOf(run, run.eventCount)
      : momentOfStep(run, Math.max(0, number - 1));
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const moment = momentUnder(event);
    if (moment) travel.drag(moment);
  };
  const onMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const moment = momentUnder(event);
    if (moment) travel.drag(moment);
  };
  const onKey = (event: KeyboardEvent) => {
    const actions: Record<string, () => void> = {
      ArrowLeft: travel.previous,
      ArrowDown: travel.previous,
      ArrowRight: travel.next,
      ArrowUp: travel.next,
      Home: travel.first,
      End: travel.last,
      PageDown: () => travel.toStep(travel.step - Math.ceil(count / 10)),
      PageUp: () => travel.toStep(travel.step + Math.ceil(count / 10)),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const x = MARGIN + travel.step * pitch;
  return (
    <svg
      ref={element}
      className="ratchet"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="slider"
      tabIndex={0}
      aria-label={t('travel.scrubber')}
      aria-valuemin={Math.min(1, count)}
      aria-valuemax={count}
      aria-valuenow={travel.step}
      aria-valuetext={text}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={travel.drop}
      onPointerCancel={travel.drop}
      onKeyDown={onKey}
    >
      <rect className="hit" width={width} height={HEIGHT} />
      {hasTeeth ? (
        Array.from({ length: count }, (_, step) => {
          const left = MARGIN + step * pitch;
          const isFailed = shown.status(step) === 'FAILED';
          const kind = step < travel.step ? (isFailed ? 'err' : 'done') : '';
          return (
            <path
              key={step}
              className={`tooth ${kind}`}
              d={`M${left} ${BASE} L${left + pitch} ${TOP} V${BASE}`}
            />
          );
        })
      ) : (
        <>
          <path className="tooth" d={`M${MARGIN} ${BASE} H${MARGIN + inner}`} />
          <path className="tooth done" d={`M${MARGIN} ${BASE} H${x}`} />
        </>
      )}
      {hasTeeth ? (
        <g transform={`translate(${x} 0)`}>
          <path className="pawl-arm" d="M3 16 L9 5" />
          <path className="pawl" d="M0.8 20.2 L1.2 13.5 L5.6 16z" />
          <circle className="pawl" cx="9.5" cy="4" r="3" />
        </g>
      ) : (
        <g transform={`translate(${x} 0)`}>
          <path className="pawl-arm" d="M0 19 V6" />
          <circle className="pawl" cx="0" cy="5" r="3.5" />
        </g>
      )}
    </svg>
  );
}
