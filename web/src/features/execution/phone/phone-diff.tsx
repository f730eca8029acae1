import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Execution, Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { jsonDiff } from '../../../model/json/json-lines';
import { visible } from '../../../model/text';
import { JsonLinesView } from '../../../ui/json-lines-view';
import { SuccessLink } from '../detail/input-tab';
import { useLastSuccess } from '../detail/use-last-success';
import { stepQuery } from '../queries';
import type { RunView } from '../use-run-view';

const MAX_CAUSE = 500;

/** The lines of the input of the failed step that differ from its last success. */
export function PhoneDiff({
  execution,
  view,
  onSelect,
}: {
  execution: Execution;
  view: RunView;
  onSelect: (step: string) => void;
}) {
  const step = view.failed?.step ?? '';
  const detail = useQuery(stepQuery(execution.id, step, null));
  if (!detail.data) return null;
  return (
    <Diff execution={execution} view={view} step={detail.data.step} onAll={() => onSelect(step)} />
  );
}

function Diff({
  execution,
  view,
  step,
  onAll,
}: {
  execution: Execution;
  view: RunView;
  step: Step;
  onAll: () => void;
}) {
  const { t } = useText();
  const success = useLastSuccess(execution, view, step);
  const lines = useMemo(
    () =>
      success
        ? jsonDiff(success.input, step.input)
            .lines.filter((line) => line.sign !== '')
            .map((line) => ({ ...line, depth: 0 }))
        : [],
    [success, step],
  );
  return (
    <div className="phone-diff">
      <p className="flex gap-2 label">
        <span className="min-w-0">
          {success && lines.length > 0 ? (
            <>
              {t('phone.differs')} <SuccessLink success={success} />
            </>
          ) : (
            <span className="anywhere line-clamp-3">
              {visible(step.cause ?? '').slice(0, MAX_CAUSE)}
            </span>
          )}
        </span>
        <button type="button" className="under ml-auto flex-none" onClick={onAll}>
          {t('phone.allInput')}
        </button>
      </p>
      {lines.length > 0 && <JsonLinesView lines={lines} label={t('phone.differs')} />}
    </div>
  );
}
