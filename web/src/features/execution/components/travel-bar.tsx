import { ChevronLeft, ChevronRight, History } from 'lucide-react';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';
import { useClock } from '../use-clock';
import type { RunView } from '../use-run-view';

/** Says that the page shows a past moment, and leads back. */
export function TravelBar({ view, hasEnded }: { view: RunView; hasEnded: boolean }) {
  const { t } = useText();
  const clock = useClock(view.run);
  const { travel, run, shown } = view;
  const later = run.stepCount - shown.stepCount;
  return (
    <>
      <section className="travel-bar" aria-label={t('travel.title')}>
        <Icon of={History} />
        <p className="min-w-0">
          <b className="font-semibold">
            {t('travel.at', {
              time: clock(shown.at),
              step: travel.step,
              count: run.stepCount,
            })}
          </b>{' '}
          <span className="travel-what">{t('travel.what', { count: later })}</span>
        </p>
        <span className="ml-auto" />
        {travel.step > 1 && (
          <button type="button" className="btn small" onClick={travel.previous}>
            <Icon of={ChevronLeft} size="s" /> {t('travel.step', { number: travel.step - 1 })}{' '}
            <kbd>,</kbd>
          </button>
        )}
        {travel.step < run.stepCount && (
          <button type="button" className="btn small" onClick={travel.next}>
            {t('travel.step', { number: travel.step + 1 })} <Icon of={ChevronRight} size="s" />{' '}
            <kbd>.</kbd>
          </button>
        )}
        <button type="button" className="btn primary small" onClick={travel.last}>
          {hasEnded ? t('travel.toEnd') : t('travel.toLive')} <kbd>l</kbd>
        </button>
      </section>
      <div className="travel-frame" aria-hidden />
    </>
  );
}
