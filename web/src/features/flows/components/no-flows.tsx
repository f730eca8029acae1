import { Play, Upload } from 'lucide-react';
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

/** What a flow is, what to do first, and an example that runs with one click. */
export function NoFlows({ onImport }: { onImport: () => void }) {
  const { t } = useText();
  const mayEdit = useMay('EDIT');
  const mayPublish = useMay('PUBLISH');
  const run = useSampleFlow();
  return (
    <div className="no-flows">
      <div className="grid gap-3 content-center justify-items-start">
        <h2>{t('flows.none')}</h2>
        <p className="text-muted leading-5">{t('flows.noneAdvice')}</p>
        <button
          type="button"
          className="btn primary"
          aria-disabled={!mayEdit}
          title={mayEdit ? undefined : t('permission.EDIT')}
          onClick={() => mayEdit && onImport()}
        >
          <Icon of={Upload} /> {t('flows.importFile')}
        </button>
        {run.isError && (
          <p role="alert" className="text-bad">
            {run.error.message}
          </p>
        )}
      </div>
      <section className="panel overflow-hidden" aria-label={t('flows.example')}>
        <header>
          <h2 className="panel-title">{t('flows.example')}</h2>
          <button
            type="button"
            className="btn small ml-auto"
            aria-disabled={!mayPublish}
            title={mayPublish ? undefined : t('permission.PUBLISH')}
            disabled={run.isPending}
            onClick={() => mayPublish && run.mutate()}
          >
            <Icon of={Play} size="s" /> {t('flows.runExample')}
          </button>
        </header>
        <div className="no-flows-canvas">
          <Suspense fallback={<div />}>
            <FlowCanvas machine={GRAPH} title={SAMPLE.name} direction="right" />
          </Suspense>
        </div>
        <pre className="no-flows-code">
          {'$ pawl deploy rate-alert.asl.yaml --publish\n$ pawl start rate-alert --wait 5'}
        </pre>
      </section>
    </div>
  );
}
