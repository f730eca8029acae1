import { useText } from '../i18n/i18n';
import { formatRate, healthBars, healthLevel, type HourCount } from '../model/flow/health';
import './health.css';

const WIDTH = 5;
const PITCH = 7;
const HEIGHT = 20;

/** Executions per hour as bars, the failed ones at their bottom, and the rate of failures. */
export function Health({
  hours,
  runs,
  failures,
}: {
  hours: readonly HourCount[];
  runs: number;
  failures: number;
}) {
  const { t, locale } = useText();
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const worst = hours.reduce<HourCount | null>(
    (most, hour) => (hour.failures > (most?.failures ?? 0) ? hour : most),
    null,
  );
  const time = (at: string) =>
    new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  const label = [
    t('health.summary', { runs: number(runs), failures: number(failures) }),
    ...(worst
      ? [t('health.worst', { failures: number(worst.failures), time: time(worst.from) })]
      : []),
  ].join('. ');
  return (
    <span className="health">
      <svg
        width={hours.length * PITCH}
        height={HEIGHT}
        role="img"
        aria-label={label}
        viewBox={`0 0 ${hours.length * PITCH} ${HEIGHT}`}
      >
        <title>{label}</title>
        {healthBars(hours, HEIGHT).map((bar, i) => (
          <g key={hours[i]?.from}>
            <title>
              {t('health.hour', {
                time: time(hours[i]?.from ?? ''),
                runs: number(bar.runs),
                failures: number(bar.failures),
              })}
            </title>
            <rect className="hit" x={i * PITCH - 1} y={0} width={PITCH} height={HEIGHT} />
            {bar.height === 0 ? (
              <rect className="none" x={i * PITCH} y={HEIGHT - 1} width={WIDTH} height={1} />
            ) : (
              <rect
                className="runs"
                x={i * PITCH}
                y={HEIGHT - bar.height}
                width={WIDTH}
                height={bar.height - bar.failed}
              />
            )}
            {bar.failed > 0 && (
              <rect
                className="failed"
                x={i * PITCH}
                y={HEIGHT - bar.failed}
                width={WIDTH}
                height={bar.failed}
              />
            )}
          </g>
        ))}
      </svg>
      <span className={`rate ${healthLevel(runs, failures)}`} aria-hidden>
        {runs > 0 && formatRate(failures, runs, locale)}
      </span>
    </span>
  );
}
