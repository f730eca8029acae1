import { Search } from 'lucide-react';
import { useText } from '../../../i18n/i18n';
import { ITEM_STATUSES, type ItemStatus } from '../../../model/run/items';
import { Icon } from '../../../ui/icons';

/** Counts of the items by status, which filter by it, and a search. */
export function ItemsFilter({
  counts,
  statuses,
  find,
  onStatuses,
  onFind,
}: {
  counts: Readonly<Record<ItemStatus, number>>;
  statuses: ReadonlySet<ItemStatus>;
  find: string;
  /** Takes the shown statuses as the URL has them; undefined shows all. */
  onStatuses: (statuses: string | undefined) => void;
  onFind: (text: string) => void;
}) {
  const { t, locale } = useText();
  const toggle = (status: ItemStatus) => {
    const next = new Set(statuses);
    if (!next.delete(status)) next.add(status);
    const names = ITEM_STATUSES.filter((one) => next.has(one)).join(',');
    onStatuses(names === '' ? undefined : names);
  };
  return (
    <div className="items-filter">
      {ITEM_STATUSES.filter((status) => counts[status] > 0 || statuses.has(status)).map(
        (status) => (
          <button
            key={status}
            type="button"
            className="items-count"
            aria-pressed={statuses.has(status)}
            title={t('items.only', { status: t(`items.status.${status}`) })}
            onClick={() => toggle(status)}
          >
            <i className={status} />
            <b>{counts[status].toLocaleString(locale)}</b> {t(`items.status.${status}`)}
          </button>
        ),
      )}
      <span className="field-box small items-find">
        <Icon of={Search} size="s" />
        <input
          aria-label={t('items.find')}
          placeholder={t('items.find')}
          value={find}
          onChange={(event) => onFind(event.target.value)}
        />
      </span>
    </div>
  );
}
