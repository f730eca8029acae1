import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Execution } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { resourceOf } from '../../../model/flow/resource';
import { graphOf } from '../../../model/flow/graph';
import { readDefinition } from '../../../model/flow/read';
import type { StepInfo } from '../../../model/run/step-info';
import { sourceQuery } from '../queries';

/** The resource that a Task calls, as a link to its handler. */
export function HandlerLink({ execution, step }: { execution: Execution; step: StepInfo }) {
  const { t } = useText();
  const source = useQuery(sourceQuery(execution.flow, execution.version));
  const machine = useMemo(() => graphOf(readDefinition(source.data ?? '')), [source.data]);
  const resource = step.type === 'Task' ? resourceOf(machine, step.state) : null;
  if (resource === null) return null;
  return (
    <>
      {' · '}
      <Link
        to="/handlers"
        search={{ show: resource }}
        className="under mono"
        title={t('handlers.about', { resource })}
      >
        {resource}
      </Link>
    </>
  );
}
