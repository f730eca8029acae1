import { Link } from '@tanstack/react-router';
import { Pencil, Trash2, Zap } from 'lucide-react';
import type { Binding } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { afterExclusive, compareTurns, exampleEvent } from '../../../model/triggers/bindings';
import { eventForUrl } from '../../../model/triggers/trial';
import { CopyButton } from '../../../ui/copy';
import { GuardedButton } from '../../../ui/guarded-button';
import { Icon } from '../../../ui/icons';
import { Time } from '../../../ui/time';
import { LatestStarts } from '../parts';
import { Fact, SidePanel } from '../side-panel';
import { useTriggersUrl } from '../use-triggers';
import { FilterWords } from './filter-words';

const json = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** One binding: what it takes, what it gives to the flow, and what it has started. */
export function BindingPanel({
  binding,
  all,
  nameOf,
}: {
  binding: Binding;
  all: readonly Binding[];
  nameOf: (flow: string) => string;
}) {
  const { t } = useText();
  const { change } = useTriggersUrl();
  const isForeign = binding.owner === 'definition' || binding.owner === 'application';
  return (
    <SidePanel
      title={nameOf(binding.flow)}
      label={t('triggers.bindingPanel')}
      id={binding.id}
      onClose={() => change({ show: undefined })}
      actions={
        <>
          {isForeign ? (
            <button
              type="button"
              className="btn"
              aria-disabled
              title={t(`triggers.owner.${binding.owner}`)}
            >
              <Icon of={Pencil} /> {t('triggers.edit')}
            </button>
          ) : (
            <GuardedButton permission="EDIT" shortcut="e" onClick={() => change({ act: 'edit' })}>
              <Icon of={Pencil} /> {t('triggers.edit')}
            </GuardedButton>
          )}
          <button
            type="button"
            className="btn"
            onClick={() =>
              change({ act: 'try', event: eventForUrl(exampleEvent(binding)), show: undefined })
            }
          >
            <Icon of={Zap} /> {t('trial.tryOne')}
          </button>
          {!binding.owner && (
            <GuardedButton
              permission="EDIT"
              className="btn danger ml-auto"
              onClick={() => change({ act: 'delete' })}
            >
              <Icon of={Trash2} /> {t('triggers.delete')}
            </GuardedButton>
          )}
        </>
      }
    >
      {binding.owner && <p className="trigger-note">{t(`triggers.owner.${binding.owner}`)}</p>}
      <dl className="trigger-facts">
        <Fact name={t('triggers.field.event')}>
          <code className="mono clip">{binding.event}</code>
          <CopyButton text={binding.event} what={t('triggers.field.event')} />
        </Fact>
        <Fact name={t('triggers.field.flow')}>
          <Link to="/flows/$flow" params={{ flow: binding.flow }} className="under clip">
            {binding.flow}
          </Link>
        </Fact>
        <Fact name={t('triggers.column.filter')}>
          <FilterWords binding={binding} />
        </Fact>
        <Fact name={t('triggers.column.order')}>
          <Turn binding={binding} all={all} />
        </Fact>
        <Fact name={t('triggers.field.onRunning')}>
          {t(`triggers.onRunning.${binding.onRunning}`)}
        </Fact>
        <Fact name={t('triggers.field.key')}>
          {binding.key ? <code className="mono">{binding.key}</code> : t('triggers.keyDefault')}
        </Fact>
        <Fact name={t('triggers.field.created')}>
          <span>
            <Time at={binding.createdAt} /> · <bdi>{binding.createdBy}</bdi>
          </span>
        </Fact>
      </dl>
      {binding.filter && <Code title={t('triggers.field.filter')} text={binding.filter} />}
      {binding.inputMapping ? (
        <Code title={t('triggers.field.inputMapping')} text={json(binding.inputMapping)} />
      ) : (
        <p className="text-muted">{t('triggers.noMapping')}</p>
      )}
      {binding.debounce ? (
        <Code title={t('triggers.field.debounce')} text={json(binding.debounce)} />
      ) : null}
      <LatestStarts flow={binding.flow} startedBy={`trigger:event:${binding.id}`} />
    </SidePanel>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid gap-1">
      <h3 className="flex items-center">
        {title}
        <span className="ml-auto" />
        <CopyButton text={text} what={title} />
      </h3>
      <pre className="code-block" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

/** The place of a binding among those of its event, and which ones it keeps from a turn. */
function Turn({ binding, all }: { binding: Binding; all: readonly Binding[] }) {
  const { t } = useText();
  const group = all.filter((one) => one.event === binding.event).toSorted(compareTurns);
  const after = afterExclusive(binding, all);
  return (
    <span>
      {t('triggers.turn', {
        turn: group.findIndex((one) => one.id === binding.id) + 1,
        count: group.length,
        priority: binding.priority,
      })}
      {binding.exclusive && <> {t('triggers.endsList', { count: after.length })}</>}
    </span>
  );
}
