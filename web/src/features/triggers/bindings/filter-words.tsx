import type { Binding } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { scopeOf } from '../../../model/triggers/bindings';
import { filterConditions } from '../../../model/triggers/filter-words';

/** Which events a binding takes, in words; a filter that words do not fit is shown as it is. */
export function FilterWords({ binding }: { binding: Binding }) {
  const { t, locale } = useText();
  const scope = scopeOf(binding).map(({ field, value }) => t(`triggers.scope.${field}`, { value }));
  const conditions = binding.filter ? filterConditions(binding.filter, locale) : [];
  const words = (conditions ?? []).map((one) =>
    one.kind === 'compare'
      ? `${one.name} ${one.sign} ${one.value}`
      : t(`triggers.filter.${one.kind}`, { name: one.name }),
  );
  const all = [...scope, ...words].join(', ');
  return (
    <span title={binding.filter ?? undefined}>
      {all}
      {conditions === null && (
        <>
          {all && ', '}
          <code className="mono">{binding.filter}</code>
        </>
      )}
      {all === '' && conditions !== null && t('triggers.filter.any')}
    </span>
  );
}
