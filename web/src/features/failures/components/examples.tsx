import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { Family, FamilyDetail, FamilyExample } from '../../../api/types';
import { useText } from '../../../i18n/i18n';
import { Icon } from '../../../ui/icons';
import { Status } from '../../../ui/status';
import { Time } from '../../../ui/time';

const MAX_SHOWN = 6;

/** The executions that failed last, with what tells them apart. */
export function Examples({
  detail,
  family,
  since,
}: {
  detail: FamilyDetail;
  family: Family;
  since: string;
}) {
  const { t } = useText();
  return (
    <section className="panel family-panel">
      <h3>{t('failures.examples')}</h3>
      {detail.examples.length === 0 ? (
        <p className="text-muted">{t('failures.noExamples')}</p>
      ) : (
        <ul className="family-examples">
          {detail.examples.slice(0, MAX_SHOWN).map((one) => (
            <Example key={one.execution} example={one} />
          ))}
        </ul>
      )}
      <Link to="/executions" search={{ family: family.id, since }} className="family-all">
        {t('failures.showAll', { count: family.count })} <Icon of={ArrowRight} size="xs" />
      </Link>
    </section>
  );
}

function Example({ example }: { example: FamilyExample }) {
  const { t } = useText();
  return (
    <li>
      <Status status="FAILED" iconOnly />
      <Link
        to="/executions/$id"
        params={{ id: example.execution }}
        className="mono"
        title={example.cause ?? undefined}
      >
        {example.businessKey ?? `…${example.execution.slice(-8)}`}
      </Link>
      <span className="clip text-muted" dir="auto">
        {example.values.map((one) => `${one.name} ${one.value}`).join(', ')}
      </span>
      {example.retried && <span className="tag">{t('failures.retried')}</span>}
      <span className="when">
        <Time at={example.at} />
      </span>
    </li>
  );
}
