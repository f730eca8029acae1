import { Copy, Lock, RotateCw } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiError } from '../api/client';
import { useText } from '../i18n/i18n';
import { Icon } from './icons';
import { useCopy } from './copy';

const SKELETON_DELAY_MS = 150;

/** The shape of a list while it loads; appears after 150 ms, so that fast pages do not flicker. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  const { t } = useText();
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={t('state.loading')} className="px-6">
      {visible &&
        Array.from({ length: rows }, (_, i) => (
          <div key={i} className="flex items-center gap-6 h-9 border-b border-line">
            <div className="skeleton w-20" />
            <div className="skeleton w-40" />
            <div className="skeleton flex-1 max-w-72" />
            <div className="skeleton w-24 ml-auto" />
          </div>
        ))}
    </div>
  );
}

/** One sentence, and one thing to do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="px-6 py-12 max-w-xl grid gap-3">
      <h2>{title}</h2>
      <div className="text-muted leading-5 grid gap-3 justify-items-start">{children}</div>
    </div>
  );
}

/** A failed request: what the server said, and a retry. The rest of the page stays usable. */
export function ErrorState({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  const { t } = useText();
  const copy = useCopy();
  if (error instanceof ApiError && error.status === 403) return <ForbiddenState error={error} />;
  const code = error instanceof ApiError ? error.code : 'error';
  const status = error instanceof ApiError ? error.status : 0;
  const detail = error instanceof Error ? error.message : String(error);
  const text = `${code} ${status}\n${detail}`;
  return (
    <div className="px-6 py-6 max-w-2xl grid gap-3 justify-items-start" role="alert">
      <h2>{title}</h2>
      <div className="w-full rounded-md border border-bad-line bg-bad-bg px-3 py-2 grid gap-1">
        <p>{code === 'unreachable' ? t('error.unreachable') : detail}</p>
        <p className="label">
          <span className="mono">{code}</span> {status > 0 && status}
        </p>
      </div>
      <div className="flex gap-2">
        <button type="button" className="btn primary" onClick={onRetry}>
          <Icon of={RotateCw} /> {t('action.tryAgain')}
        </button>
        <button type="button" className="btn" onClick={() => copy(text, t('error.details'))}>
          <Icon of={Copy} /> {t('error.copy')}
        </button>
      </div>
    </div>
  );
}

function ForbiddenState({ error }: { error: ApiError }) {
  const { t } = useText();
  return (
    <div className="px-6 py-6 max-w-xl grid gap-3" role="alert">
      <Icon of={Lock} />
      <h2>{t('forbidden.title')}</h2>
      <p className="text-muted">{error.detail}</p>
      <p className="text-muted">{t('forbidden.advice')}</p>
    </div>
  );
}
