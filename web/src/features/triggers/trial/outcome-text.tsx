import type { BindingTrial } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { useFlowNames } from '../use-triggers';

/** What an event would do by a binding, in the language of the user. */
export function OutcomeText({
  trial,
  withEvent = false,
}: {
  trial: BindingTrial;
  withEvent?: boolean;
}) {
  const { t } = useText();
  const nameOf = useFlowNames();
  const { binding } = trial;
  return (
    <>
      <span className="outcome-title">
        {trial.turn ? `${trial.turn}. ` : ''}
        {nameOf(binding.flow)}
        {withEvent && <code className="mono text-muted"> {binding.event}</code>}
      </span>
      <small>
        {trial.outcome === 'DIFFERS'
          ? trial.differences
              .map((one) =>
                t(one.actual ? 'trial.differs' : 'trial.missing', {
                  field: t(`triggers.field.${one.field}`),
                  wanted: one.wanted,
                  actual: one.actual,
                }),
              )
              .join(' ')
          : t(`trial.outcome.${trial.outcome}`, {
              version: trial.start?.version ?? 0,
              priority: binding.priority,
              exclusive: binding.exclusive ? 'yes' : 'no',
            })}
        {trial.outcome === 'FILTERED' && binding.filter && (
          <>
            {' '}
            <code className="mono">{binding.filter}</code>
          </>
        )}
        {trial.outcome === 'REJECTED' && (
          <>
            {' '}
            {trial.rejected && `${t(`triggers.reason.${trial.rejected}`)}: `}
            {trial.message.replace(/^is rejected and kept for replay: \w+: /, '')}
          </>
        )}
      </small>
    </>
  );
}
