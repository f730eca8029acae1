import { useViewport } from '@xyflow/react';
import { useText } from '../i18n/i18n';
import type { PlanMark } from './layout';

/** What the colours of edges mean. */
export function Legend({ plan }: { plan: ReadonlyMap<string, PlanMark> }) {
  const { t } = useText();
  const marks = new Set(plan.values());
  const isUndone = marks.has('undone') || marks.has('cancelled');
  const rows = [
    ['taken', t('canvas.taken')],
    ...(plan.size === 0 ? [['bad', t('canvas.intoFailure')]] : []),
    ...(marks.has('again') || marks.has('follows') ? [['again', t('canvas.again')]] : []),
    ...(isUndone ? [['undone', t('canvas.undone')]] : []),
    ['', t('canvas.notTaken')],
  ];
  return (
    <div className="canvas-legend">
      {rows.map(([kind, name]) => (
        <span key={kind}>
          <i className={kind} /> {name}
        </span>
      ))}
    </div>
  );
}

export function Zoom() {
  const { zoom } = useViewport();
  return <span className="label px-1 min-w-9 text-center">{Math.round(zoom * 100)} %</span>;
}
