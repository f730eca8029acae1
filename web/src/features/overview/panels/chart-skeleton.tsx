import { useText } from '../../../i18n/i18n';

/** The shape of a chart while it loads; its bars appear after 150 ms. */
export function ChartSkeleton() {
  const { t } = useText();
  return (
    <section className="panel w6 ov-chart-skeleton" role="status" aria-label={t('state.loading')}>
      <header>
        <div className="skeleton ov-late w-40" />
      </header>
      <div className="px-4">
        <div className="skeleton ov-late w-72" />
      </div>
    </section>
  );
}
