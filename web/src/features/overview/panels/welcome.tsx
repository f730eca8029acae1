import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useMay } from '../../../api/session';
import { useText } from '../../../i18n/i18n';
import { graphOf } from '../../../model/flow/graph';
import { readDefinition } from '../../../model/flow/read';
import { SAMPLE } from '../../../model/flow/sample';
import { Icon } from '../../../ui/icons';
import { useSampleFlow } from '../../../ui/sample-flow';

const FlowCanvas = lazy(() =>
  import('../../../canvas/flow-canvas').then((module) => ({ default: module.FlowCanvas })),
);
const GRAPH = graphOf(readDefinition(SAMPLE.source));

/** The page of a tenant without flows: one action that shows an execution. */
export function Welcome() {
  const { t } = useText();
  const mayPublish = useMay('PUBLISH');
  const sample = useSampleFlow();
  return (
    <section className="panel ov-welcome" aria-label={t('overview.welcome')}>
      <div>
        <h2>{t('overview.welcome')}</h2>
        <p className="text-muted">{t('overview.welcomeNote')}</p>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="btn primary"
            aria-disabled={!mayPublish}
            title={mayPublish ? undefined : t('permission.PUBLISH')}
            disabled={sample.isPending}
            onClick={() => mayPublish && sample.mutate()}
          >
            <Icon of={Play} /> {t('overview.startSample')}
          </button>
          <Link to="/flows" className="btn">
            {t('overview.toFlows')}
          </Link>
        </div>
        {sample.isError && (
          <p role="alert" className="text-bad">
            {sample.error.message}
          </p>
        )}
        <pre className="ov-code">
          {'$ pawl deploy rate-alert.asl.yaml --publish\n$ pawl start rate-alert --wait 5'}
        </pre>
      </div>
      <div className="ov-welcome-canvas">
        <Suspense fallback={<div />}>
          <FlowCanvas machine={GRAPH} title={SAMPLE.name} direction="right" />
        </Suspense>
      </div>
    </section>
  );
}
