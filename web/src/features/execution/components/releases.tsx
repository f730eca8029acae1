import { Link } from '@tanstack/react-router';
import { useMay } from '../../../api/session';
import { useText } from '../../../i18n/i18n';
import { releasesOf, type Hold, type Release } from '../../../model/run/holds';
import { useAction } from '../use-action';

/** What releases an execution from a hold: actions with a preview, or pages where it can be done. */
export function Releases({ hold }: { hold: Hold }) {
  return releasesOf(hold).map((release, i) => <ReleaseButton key={i} release={release} />);
}

function ReleaseButton({ release }: { release: Release }) {
  const { t } = useText();
  const { open } = useAction();
  const permission =
    release.kind === 'action' && release.act === 'resumeAll' ? 'ADMINISTER' : 'OPERATE';
  const may = useMay(permission);
  switch (release.kind) {
    case 'action':
      return (
        <button
          type="button"
          className="btn small"
          aria-disabled={!may}
          title={may ? undefined : t(`permission.${permission}`)}
          onClick={() => may && open({ act: release.act, step: release.step, on: release.on })}
        >
          {t(`explain.do.${release.act}`, { subject: release.on ?? '' })}
        </button>
      );
    case 'execution':
      return (
        <Link
          className="btn small"
          to="/executions/$id"
          params={{ id: release.id }}
          search={{}}
          title={release.id}
        >
          {t('explain.do.openExecution', { id: `…${release.id.slice(-6)}` })}
        </Link>
      );
    case 'limits':
      return (
        <Link className="btn small" to="/settings/$tab" params={{ tab: 'limits' }} search={{}}>
          {t('explain.do.raiseLimit')}
        </Link>
      );
    case 'nodes':
      return (
        <Link className="btn small" to="/settings/$tab" params={{ tab: 'nodes' }} search={{}}>
          {t('explain.do.showNodes')}
        </Link>
      );
    case 'connections':
      return (
        <Link
          className="btn small"
          to="/triggers/$kind"
          params={{ kind: 'connections' }}
          search={{}}
        >
          {t('explain.do.showConnections')}
        </Link>
      );
  }
}
