import { useState } from 'react';
import { useText } from '../../../i18n/i18n';
import { visible } from '../../../model/text';
import { CopyButton } from '../../../ui/copy';

/** A longer message scrolls, so that it must be reached by keys. */
const MAX_SHORT = 100;

/** The error of an attempt: name, message, and where in the code it happened. */
export function ErrorBlock({
  error,
  cause,
  stackTrace,
}: {
  error: string;
  cause: string | null | undefined;
  stackTrace: string | null | undefined;
}) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const frames = (stackTrace ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const text = [`${error}${cause ? `: ${cause}` : ''}`, stackTrace].filter(Boolean).join('\n');
  return (
    <div className="error-box">
      <dl>
        <dt>{t('step.error')}</dt>
        <dd>
          <code className="clip" title={visible(error)}>
            {visible(error)}
          </code>
          <CopyButton text={text} what={t('execution.error')} />
        </dd>
        {cause && (
          <>
            <dt>{t('step.message')}</dt>
            <dd className="anywhere" tabIndex={cause.length > MAX_SHORT ? 0 : undefined}>
              {visible(cause)}
            </dd>
          </>
        )}
        {stackTrace && (
          <>
            <dt>{t('step.stack')}</dt>
            <dd>
              <span className="mono clip" title={frames[0]?.trim()}>
                {frames[0]
                  ?.trim()
                  .replace(/^at /, '')
                  .replace(/\(.*:(\d+)\)$/, ':$1') ?? stackTrace.split('\n')[0]}
              </span>
              <button
                type="button"
                className="under flex-none"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {t('step.frames', { count: frames.length })}
              </button>
            </dd>
          </>
        )}
      </dl>
      {isOpen && (
        <pre className="code-block mt-2 stack" tabIndex={0}>
          {stackTrace}
        </pre>
      )}
    </div>
  );
}
