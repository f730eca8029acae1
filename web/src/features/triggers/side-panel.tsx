import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useText } from '../../i18n/i18n';
import { Icon } from '../../ui/icons';
import { useKeys } from '../../ui/keys';

/** What is shown beside a list; it leaves the list usable, and Escape closes it. */
export function SidePanel({
  title,
  label,
  id,
  actions,
  onClose,
  children,
}: {
  title: ReactNode;
  label: string;
  /** Another id moves the focus here, so that the keyboard goes on where the eye is. */
  id: string;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useKeys({ Escape: onClose });
  useEffect(() => heading.current?.focus(), [id]);
  return (
    <aside className="trigger-side" aria-label={label}>
      <header>
        <h2 ref={heading} tabIndex={-1} className="clip">
          {title}
        </h2>
        <button
          type="button"
          className="icon-btn ml-auto"
          aria-label={t('action.close')}
          onClick={onClose}
        >
          <Icon of={X} />
        </button>
      </header>
      <div className="trigger-side-body">{children}</div>
      {actions && <footer>{actions}</footer>}
    </aside>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
