import { CircleAlert, Plug, Server, type LucideIcon } from 'lucide-react';
import type { Resource } from '../../api/types';
import { useText } from '../../i18n/i18n';
import { nameOf, type HandlerGroup } from '../../model/handlers/handlers';
import { Icon } from '../../ui/icons';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  builtin: Server,
  worker: Plug,
  none: CircleAlert,
};

/** Handlers by category; arrow keys go from one to the next. */
export function HandlerList({
  groups,
  uses,
  selected,
  onShow,
}: {
  groups: readonly HandlerGroup<Resource>[];
  /** Number of flows by resource; undefined until it is known. */
  uses: ReadonlyMap<string, number> | undefined;
  selected: string | undefined;
  onShow: (resource: string) => void;
}) {
  const { t } = useText();
  const move = (target: EventTarget & HTMLElement, by: number) => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-handler]')];
    all[all.indexOf(target) + by]?.focus();
  };
  return groups.map((group) => (
    <section key={group.key} aria-label={group.category || t(`handlers.group.${group.key}`)}>
      <h2 className="handler-group">
        {group.category || t(`handlers.group.${group.key}`)}
        <span className="count">{group.items.length}</span>
      </h2>
      <ul>
        {group.items.map((one) => (
          <li key={one.resource}>
            <button
              type="button"
              data-handler
              className={`handler-row ${one.source}`}
              aria-current={one.resource === selected}
              onClick={() => onShow(one.resource)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
                event.preventDefault();
                move(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
              }}
            >
              <Icon of={ICONS[one.source] ?? Plug} />
              <span className="handler-name">
                <b>{nameOf(one)}</b>
                {nameOf(one) !== one.resource && <span className="mono">{one.resource}</span>}
              </span>
              <span className="handler-state">
                <State handler={one} />
              </span>
              <span className="handler-uses num">
                {uses && t('handlers.uses', { count: uses.get(one.resource) ?? 0 })}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Who serves a handler, and what waits for it. */
export function State({ handler }: { handler: Resource }) {
  const { t } = useText();
  const waiting =
    handler.waiting > 0 ? t('handlers.waiting', { count: handler.waiting }) : undefined;
  if (handler.source === 'none')
    return (
      <span className="text-warn">
        {t('handlers.unserved')}
        {waiting && `, ${waiting}`}
      </span>
    );
  return (
    <>
      {handler.source === 'worker'
        ? t('handlers.workers', { count: handler.workers.length })
        : t('handlers.builtin')}
      {waiting && `, ${waiting}`}
    </>
  );
}
