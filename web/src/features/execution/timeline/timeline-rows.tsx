import { ChevronDown, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useText } from '../../../i18n/i18n';
import { frameName, latestStep } from '../../../model/run/frames';
import { stateName, stateType, stepId } from '../../../model/run/run';
import { trackState, type Track } from '../../../model/run/tracks';
import { formatDuration } from '../../../model/time/duration';
import { Icon } from '../../../ui/icons';
import type { RunView } from '../use-run-view';
import { ROW } from './draw';

const INDENT = 14;

/** The visible rows of the timeline as elements that can be focused; their bars are on the canvas. */
export function TimelineRows({
  title,
  view,
  tracks,
  first,
  last,
  current,
  now,
  onFocus,
  onToggle,
  onSelect,
}: {
  title: string;
  view: RunView;
  tracks: readonly Track[];
  first: number;
  last: number;
  /** The row that is a tab stop. */
  current: number;
  now: number;
  onFocus: (row: number) => void;
  onToggle: (track: Track) => void;
  onSelect: (step: string) => void;
}) {
  const { t } = useText();
  const { run, tree, selected } = view;
  const nameOf = (track: Track): string => {
    if (track.kind === 'lanes') return stateName(run, track.step);
    if (track.frame === tree.root) return title;
    const plain = trackState(tree, track.frame);
    if (plain !== null) return plain;
    const id = run.frames[track.frame] ?? '';
    if (id.startsWith('/~end')) return t('outline.endTask');
    if (id.startsWith('/~')) return t('outline.compensation');
    const above = tree.stepAbove(track.frame);
    const name = frameName(run, track.frame);
    const type = above < 0 ? '' : stateType(run, above);
    if (type === 'Parallel') return t('outline.branch', { number: Number(name) + 1 });
    return type === 'Map' ? t('timeline.item', { name }) : name;
  };
  const onKey = (event: KeyboardEvent, track: Track, row: number) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      onFocus(Math.max(0, Math.min(tracks.length - 1, row + (key === 'ArrowDown' ? 1 : -1))));
    } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
      event.preventDefault();
      const step = neighbour(view, track, key === 'ArrowRight' ? 1 : -1);
      if (step !== null) onSelect(stepId(run, step));
    }
  };
  return tracks.slice(first, last).map((track, i) => {
    const row = first + i;
    const name = nameOf(track);
    const isCurrent =
      selected !== null &&
      (track.kind === 'lanes'
        ? selected.index === track.step
        : run.stepFrame[selected.index] === track.frame && track.frame !== tree.root);
    const took = tookOf(view, track, now);
    return (
      <button
        key={track.key}
        type="button"
        className={`tl-row ${row === 0 ? 'root' : ''}`}
        style={{ top: row * ROW, paddingLeft: 16 + track.depth * INDENT }}
        tabIndex={row === current ? 0 : -1}
        data-row={row}
        aria-expanded={track.kind === 'lanes' ? track.isOpen : undefined}
        aria-current={isCurrent || undefined}
        onFocus={() => onFocus(row)}
        onClick={() => {
          if (track.kind === 'lanes') onToggle(track);
          else {
            const step = neighbour(view, track, 0);
            if (step !== null) onSelect(stepId(run, step));
          }
        }}
        onKeyDown={(event) => onKey(event, track, row)}
      >
        {track.kind === 'lanes' && (
          <Icon of={track.isOpen ? ChevronDown : ChevronRight} size="xs" />
        )}
        <span className="clip">{name}</span>
        <span className="took">
          {track.kind === 'lanes'
            ? t('timeline.lanes', { count: tree.framesOf(track.step).length })
            : took}
        </span>
      </button>
    );
  });
}

/** Returns the step of a track beside the selected one; its latest if none of them is selected. */
function neighbour({ run, tree, shown, selected }: RunView, track: Track, move: number) {
  const steps =
    track.kind === 'frame'
      ? [...tree.stepsOf(track.frame)].filter((step) => step < run.stepCount)
      : tree.framesOf(track.step).map((frame) => tree.stepsOf(frame)[0] ?? -1);
  const at = steps.indexOf(selected?.index ?? -1);
  if (at >= 0) return steps[at + move] ?? null;
  return track.kind === 'frame'
    ? Math.max(latestStep(tree, shown, track.frame), steps[0] ?? 0)
    : track.step;
}

function tookOf({ tree, shown, moment }: RunView, track: Track, now: number): string {
  if (track.kind === 'frame' && track.frame === tree.root)
    return formatDuration(moment === null ? now : shown.at);
  const first = track.kind === 'lanes' ? track.step : tree.stepsOf(track.frame)[0];
  const last = track.kind === 'lanes' ? track.step : latestStep(tree, shown, track.frame);
  if (first === undefined || last < 0 || !shown.hasBegun(first)) return '';
  return formatDuration(Math.max(0, (shown.endOf(last) ?? now) - shown.startOf(first)));
}
