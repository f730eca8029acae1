import { useNavigate } from '@tanstack/react-router';
import {
  CirclePause,
  CircleX,
  Clock,
  Inbox,
  PlugZap,
  Server,
  Target,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import { useText } from '../../../i18n/i18n';
import type { AttentionKind, AttentionRow, Message } from '../../../model/overview/attention';
import { sparkBars } from '../../../model/overview/chart';
import { Icon } from '../../../ui/icons';

const ICONS: Readonly<Record<AttentionKind, LucideIcon>> = {
  failures: CircleX,
  nodes: Server,
  incidents: TriangleAlert,
  unserved: Clock,
  limit: Target,
  breaker: PlugZap,
  rejected: Inbox,
  paused: CirclePause,
};

/** One thing that needs attention: how many, what, since when, and where to go. */
export function Row({ row }: { row: AttentionRow }) {
  const { t, locale } = useText();
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href: row.href });
  };
  const number = new Intl.NumberFormat(locale).format(row.count);
  return (
    <li className={`severity-${row.severity}`}>
      <Icon of={ICONS[row.kind]} />
      <span className="n">
        {row.unit === 'percent' ? `${number} %` : number}
        {row.isMore && '+'}
      </span>
      <span className="ov-words">
        {row.strong !== null && <b>{row.strong} </b>}
        <Words of={row.text} />
        {row.note && (
          <span className="text-muted">
            {' '}
            <Words of={row.note} />
          </span>
        )}
      </span>
      {row.unit === 'percent' ? (
        <span className="sp ov-meter" aria-hidden>
          <i style={{ width: `${row.count}%` }} />
        </span>
      ) : row.spark && row.spark.length >= MIN_SPARK ? (
        <Spark values={row.spark} />
      ) : (
        <span className="sp" />
      )}
      <a className="btn small" href={row.href} onClick={open}>
        {t(row.action.id, row.action.values)}
      </a>
    </li>
  );
}

/** A message whose words between backticks are code. */
function Words({ of }: { of: Message }) {
  const { t } = useText();
  return t(of.id, of.values)
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? (
        <span key={index} className="mono">
          {part}
        </span>
      ) : (
        part
      ),
    );
}

const WIDTH = 132;
/** Fewer bars tell nothing of a change. */
const MIN_SPARK = 4;
const HEIGHT = 20;

function Spark({ values }: { values: readonly number[] }) {
  const step = WIDTH / values.length;
  return (
    <svg className="sp" width={WIDTH} height={HEIGHT} aria-hidden>
      {sparkBars(values, HEIGHT).map((height, index) => (
        <rect
          key={index}
          x={index * step}
          y={HEIGHT - height}
          width={Math.max(1, step - 1)}
          height={height}
        />
      ))}
    </svg>
  );
}
