import type { Family } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { ticksOf } from '../../../model/executions/histogram';
import { partsOf, placeOf, worstOf } from '../../../model/failures/course';
import { sparkBars } from '../../../model/failures/spark';

const WIDTH = 600;
const HEIGHT = 64;
const TICKS = 7;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** When the executions failed, and when the version went live that failed first. */
export function Course({ family, period }: { family: Family; period: string }) {
  const { t, locale } = useText();
  const parts = partsOf(family.series);
  const worst = worstOf(parts);
  const published = placeOf(family.first.publishedAt, parts);
  const start = parts[0]?.from ?? 0;
  const end = parts.at(-1)?.to ?? 0;
  const isLong = end - start > DAY_MS * 2;
  const time = new Intl.DateTimeFormat(
    locale,
    isLong ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit' },
  );
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const offset = new Date(start).getTimezoneOffset() * MINUTE_MS;
  const label = [
    t('failures.series', { count: family.count, period: t(`since.${period}`) }),
    worst && t('failures.worst', { count: worst.count, time: exact.format(worst.from) }),
  ]
    .filter(Boolean)
    .join('. ');
  return (
    <section className="panel family-panel family-course">
      <h3>
        {t('failures.course')}{' '}
        {family.first.publishedAt && (
          <span className="label">
            {t('failures.sinceLive', {
              version: family.first.version,
              time: exact.format(Date.parse(family.first.publishedAt)),
            })}
          </span>
        )}
      </h3>
      <div className="course-plot">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {sparkBars(family.series.counts, WIDTH, HEIGHT).map((bar, i) => (
            <g key={bar.x}>
              <title>
                {`${exact.format(parts[i]?.from)}: ${t('failures.failures', { count: bar.count })}`}
              </title>
              <rect className="hit" x={bar.x} y={0} width={bar.width} height={HEIGHT} />
              <rect
                className={bar.count === 0 ? 'none' : 'bar'}
                x={bar.x}
                y={HEIGHT - bar.height}
                width={bar.width}
                height={bar.height}
              />
            </g>
          ))}
        </svg>
        {published !== null && (
          <span className="course-mark" style={{ left: `${published * 100}%` }} aria-hidden>
            <span className={published > 0.8 ? 'left' : ''}>v{family.first.version}</span>
          </span>
        )}
      </div>
      <div className="course-axis" aria-hidden>
        {ticksOf(start, end, TICKS, offset)
          .map((at) => [at, (at - start) / (end - start)] as const)
          .filter(([, place]) => place > 0.03 && place < 0.97)
          .map(([at, place]) => (
            <span key={at} style={{ left: `${place * 100}%` }}>
              {time.format(at)}
            </span>
          ))}
      </div>
    </section>
  );
}
