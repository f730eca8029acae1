import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import type { Execution, Step } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { jsonDiff, leavesOf } from '../../../model/json/json-lines';
import { CopyButton } from '../../../ui/copy';
import { JsonLinesView } from '../../../ui/json-lines-view';
import { JsonPanel } from '../../../ui/json-panel';
import type { RunView } from '../use-run-view';
import { useLastSuccess, type LastSuccess } from './use-last-success';

/** The input; of a failed step what differs from the last time that the same state succeeded. */
export function InputTab({
  execution,
  view,
  step,
}: {
  execution: Execution;
  view: RunView;
  step: Step;
}) {
  const { t } = useText();
  const [isCompared, setCompared] = useState(true);
  const success = useLastSuccess(execution, view, step);
  if (!success) return <JsonPanel value={step.input} what={t('step.input')} />;
  const toggle = (
    <label className="flex items-center gap-2 min-w-0">
      <input
        type="checkbox"
        className="checkbox"
        checked={isCompared}
        onChange={(event) => setCompared(event.target.checked)}
      />
      <span className="clip">
        {t('step.compare')} <SuccessLink success={success} />
      </span>
    </label>
  );
  return isCompared ? (
    <InputDiff before={success.input} after={step.input}>
      {toggle}
    </InputDiff>
  ) : (
    <JsonPanel value={step.input} what={t('step.input')}>
      {toggle}
    </JsonPanel>
  );
}

export function SuccessLink({ success }: { success: LastSuccess }) {
  return (
    <Link
      className="under text-text"
      to="/executions/$id"
      params={{ id: success.execution }}
      search={{ step: success.step }}
    >
      {success.name}
    </Link>
  );
}

function InputDiff({
  before,
  after,
  children,
}: {
  before: unknown;
  after: unknown;
  children: ReactNode;
}) {
  const { t } = useText();
  const diff = useMemo(() => jsonDiff(before, after), [before, after]);
  // Elements that were removed are changes too.
  const count = useMemo(() => Math.max(diff.changed, leavesOf(after)), [after, diff]);
  return (
    <>
      <div className="json-tools">
        {children}
        <span className="ml-auto" />
        <b className="font-semibold text-text flex-none">
          {t('step.differ', { changed: diff.changed, count })}
        </b>
        <CopyButton text={() => JSON.stringify(after, null, 2)} what={t('step.input')} />
      </div>
      <JsonLinesView lines={diff.lines} label={t('step.input')} />
    </>
  );
}
