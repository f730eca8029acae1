import { useText } from '../i18n/i18n';
import { liveness, type FlowStateInput } from '../model/flow/state';

/** Whether a flow starts: a dot is live, a ring is a draft, a dash is disabled. */
export function FlowState({ flow }: { flow: FlowStateInput }) {
  const { t } = useText();
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className={`flow-dot ${flow.status.toLowerCase()}`} aria-hidden />
      {t(`flow.live.${liveness(flow)}`, { version: flow.active ?? flow.latest ?? 0 })}
    </span>
  );
}
