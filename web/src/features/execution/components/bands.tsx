import { TriangleAlert } from 'lucide-react';
import type { Execution } from '../../../api/types';
import { visible } from '../../../model/text';
import { Icon } from '../../../ui/icons';
import { Alike } from './alike';

/** The step detail has the whole cause. */
const MAX_TITLE = 2_000;

/** The cause of a failure, on the first screen. */
export function ErrorBand({ execution }: { execution: Execution }) {
  return (
    <div className="run-band bad" role="alert">
      <Icon of={TriangleAlert} />
      <span className="run-cause clip" title={visible(execution.cause ?? '').slice(0, MAX_TITLE)}>
        <code className="mono font-semibold text-bad">{visible(execution.error ?? '')}</code>&ensp;
        {visible(execution.cause ?? '').slice(0, MAX_TITLE)}
      </span>
      <Alike execution={execution} />
    </div>
  );
}
