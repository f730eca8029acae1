import { useEffect, useState } from 'react';
import { useText } from '../../../i18n/i18n';

const DELAY_MS = 150;

/** The shape of the list while it loads; appears after 150 ms, so that fast pages do not flicker. */
export function SkeletonFamilies({ rows = 6 }: { rows?: number }) {
  const { t } = useText();
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={t('state.loading')} className="families">
      {isVisible &&
        Array.from({ length: rows }, (_, i) => (
          <div key={i} className="family" aria-hidden>
            <span className="family-status skeleton w-12" />
            <span className="family-title skeleton w-full max-w-96" />
            <span className="family-spark skeleton" />
            <span className="family-count skeleton w-8 justify-self-end" />
            <span className="family-when skeleton w-24 justify-self-end" />
            <span className="family-more h-7">
              <span className="skeleton w-60" />
            </span>
          </div>
        ))}
    </div>
  );
}
