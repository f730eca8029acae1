import type { Publication } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { placeMarks, type Plot } from '../../../model/overview/chart';
import { momentFormat, type Period } from '../../../model/overview/period';

/** When versions were published, as dashed lines through a chart. */
export function PublicationMarks({
  plot,
  period,
  from,
  to,
  publications,
  hasText,
}: {
  plot: Plot;
  period: Period;
  from: number;
  to: number;
  publications: readonly Publication[];
  hasText: boolean;
}) {
  const { t, locale } = useText();
  const format = momentFormat(period, locale);
  const textOf = (items: readonly Publication[]) => {
    const [first] = items;
    if (!first) return '';
    const time = format.format(Date.parse(first.at));
    return items.length === 1
      ? t('overview.mark', { flow: first.name, version: first.version, time })
      : t('overview.marks', { count: items.length, time });
  };
  const marks = placeMarks(
    plot,
    publications.map((item) => ({ at: Date.parse(item.at), item })),
    from,
    to,
    textOf,
  );
  return marks.map(({ x, items, text }) => (
    <g key={x}>
      <path className="mark" d={`M${Math.round(x) + 0.5} ${plot.top}v${plot.height}`}>
        <title>{textOf(items)}</title>
      </path>
      {hasText && text !== 'none' && (
        <text
          className="mark-text"
          x={text === 'left' ? x - 6 : x + 6}
          y={plot.top + 9}
          textAnchor={text === 'left' ? 'end' : 'start'}
        >
          {textOf(items)}
        </text>
      )}
    </g>
  ));
}
