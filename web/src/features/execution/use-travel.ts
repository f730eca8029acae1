import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { formatMoment, momentOfStep, parseMoment, type Moment } from '../../model/run/moment';
import type { Run } from '../../model/run/run';

const PLAY_MS = 500;
/** Playing a long run takes as long as one of this many steps. */
const MAX_PLAYED = 60;

/** Moves the page to another moment of the run. */
export interface Travel {
  /** The shown moment; null at the end, where new events move the view. */
  moment: Moment | null;
  /** Number of steps that have begun at the moment. */
  step: number;
  isPlaying: boolean;
  /** True while the user drags: what the server has to be asked for waits for the end. */
  isDragging: boolean;
  goTo: (moment: Moment) => void;
  /** Shows a moment while the user drags; the URL follows when the drag ends. */
  drag: (moment: Moment) => void;
  drop: () => void;
  toStep: (step: number) => void;
  previous: () => void;
  next: () => void;
  first: () => void;
  last: () => void;
  togglePlaying: () => void;
}

export function useTravel(run: Run, hasEnded: boolean): Travel {
  const { at } = useSearch({ from: '/executions/$id' });
  const navigate = useNavigate({ from: '/executions/$id' });
  const [dragged, setDragged] = useState<Moment | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const fixed = at === undefined || run.eventCount === 0 ? null : parseMoment(run, String(at));
  const wanted = dragged ?? fixed;
  const isEnd =
    wanted !== null && hasEnded && wanted.events >= run.eventCount && wanted.seq >= run.seq;
  const moment = isEnd && dragged === null ? null : wanted;
  const events = moment?.events ?? run.eventCount;
  const step = stepsBegun(run, events);

  const show = (next: Moment | null) =>
    void navigate({
      search: (before) => ({
        ...before,
        at: next === null ? undefined : formatMoment(run, next),
        // The step that the moment is about is selected.
        step: undefined,
      }),
      replace: true,
    });
  const goTo = (next: Moment) => show(next.events >= run.eventCount ? null : next);
  const toStep = (number: number) => {
    if (run.stepCount === 0) return;
    goTo(momentOfStep(run, Math.max(1, Math.min(number, run.stepCount)) - 1));
  };
  const next = (by = 1) => {
    const here = momentOfStep(run, Math.max(0, step - 1));
    if (here.events > events && by === 1) goTo(here);
    else toStep(step + by);
  };

  // Renderings between two steps, such as those of live updates, must not hold the clock up.
  const advance = useRef(() => {});
  useEffect(() => {
    advance.current = () => {
      next(Math.max(1, Math.round(run.stepCount / MAX_PLAYED)));
      if (step + 1 >= run.stepCount) setPlaying(false);
    };
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => advance.current(), PLAY_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  return {
    moment,
    step,
    isPlaying,
    isDragging: dragged !== null,
    goTo,
    drag: setDragged,
    drop: () => {
      if (dragged) goTo(dragged);
      setDragged(null);
    },
    toStep,
    previous: () => toStep(step - 1),
    next: () => next(),
    first: () => toStep(1),
    last: () => {
      setPlaying(false);
      show(null);
    },
    togglePlaying: () => {
      if (!isPlaying && (moment === null || step >= run.stepCount)) toStep(1);
      setPlaying(!isPlaying);
    },
  };
}

/** Steps are numbered in the order in which they began. */
function stepsBegun(run: Run, events: number): number {
  let low = 0;
  let high = run.stepCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run.firstEvent[middle] ?? 0) < events) low = middle + 1;
    else high = middle;
  }
  return low;
}
