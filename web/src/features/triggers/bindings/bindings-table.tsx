import { Link } from '@tanstack/react-router';
import { ArrowRight, FileCode2 } from 'lucide-react';
import type { Binding } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import type { EventGroup } from '../../../model/triggers/bindings';
import { Icon } from '../../../ui/icons';
import { StartCount } from '../parts';
import { useTriggersUrl } from '../use-triggers';
import { FilterWords } from './filter-words';
import { BindingSwitch } from './switch';

/** Bindings by event, in the order in which they get a turn. */
export function BindingsTable({
  groups,
  nameOf,
  selected,
}: {
  groups: readonly EventGroup<Binding>[];
  nameOf: (flow: string) => string;
  selected: string | undefined;
}) {
  const { t } = useText();
  return (
    <div
      className="trigger-scroll"
      role="region"
      aria-label={t('triggers.tab.bindings')}
      tabIndex={0}
    >
      <table className="trigger-table">
        <thead>
          <tr>
            <th scope="col">{t('triggers.column.eventAndFlow')}</th>
            <th scope="col">{t('triggers.column.filter')}</th>
            <th scope="col" className="num narrow">
              {t('triggers.column.priority')}
            </th>
            <th scope="col" className="wide-only" aria-label={t('triggers.column.order')} />
            <th scope="col" className="num starts" title={t('triggers.in24h')}>
              {t('triggers.column.today')}
            </th>
            <th scope="col" className="narrow">
              {t('triggers.column.on')}
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.event}>
            <tr className="group">
              <th scope="rowgroup" colSpan={6}>
                <code>{group.event}</code>
                <GroupCount group={group} />
              </th>
            </tr>
            {group.bindings.map((binding) => (
              <BindingRow
                key={binding.id}
                binding={binding}
                name={nameOf(binding.flow)}
                isSelected={binding.id === selected}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function GroupCount({ group }: { group: EventGroup<Binding> }) {
  const { t, locale } = useText();
  const starts = group.starts.toLocaleString(locale);
  return (
    <span className="label">
      {t('triggers.groupCount', {
        count: group.bindings.length,
        starts: group.isLowerBound ? t('triggers.atLeast', { count: starts }) : starts,
      })}
    </span>
  );
}

function BindingRow({
  binding,
  name,
  isSelected,
}: {
  binding: Binding;
  name: string;
  isSelected: boolean;
}) {
  const { t } = useText();
  const { change } = useTriggersUrl();
  return (
    <tr className={`row ${isSelected ? 'selected' : ''} ${binding.enabled ? '' : 'off'}`}>
      <td className="indented">
        <span className="flex items-center gap-2 min-w-0">
          <Icon of={ArrowRight} size="s" />
          <Link
            to="/triggers/$kind"
            params={{ kind: 'bindings' }}
            search={(before) => ({ ...before, show: binding.id, act: undefined })}
            replace
            className="row-open clip"
            aria-current={isSelected ? 'true' : undefined}
            title={binding.flow}
          >
            {name}
          </Link>
          {binding.owner && (
            <span className="tag" title={t(`triggers.owner.${binding.owner}`)}>
              <Icon of={FileCode2} size="xs" />
              {t(`triggers.ownerTag.${binding.owner}`)}
            </span>
          )}
        </span>
      </td>
      <td className="text-muted clip">
        <FilterWords binding={binding} />
      </td>
      <td className="num narrow">{binding.priority}</td>
      <td className="wide-only">
        {binding.exclusive && (
          <span className="tag" title={t('triggers.exclusiveNote')}>
            {t('triggers.exclusive')}
          </span>
        )}
      </td>
      <td className="num starts">
        <StartCount starts={binding.starts} />
      </td>
      <td className="narrow">
        <BindingSwitch
          binding={binding}
          onAsk={() => change({ show: binding.id, act: binding.enabled ? 'disable' : 'enable' })}
        />
      </td>
    </tr>
  );
}
