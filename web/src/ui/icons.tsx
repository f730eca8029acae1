import type { LucideIcon } from 'lucide-react';

/** An icon of 16 px (s: 14, xs: 12); decorative unless it has a title. */
export function Icon({ of: Shape, size = '' }: { of: LucideIcon; size?: '' | 's' | 'xs' }) {
  return <Shape className={`icon ${size}`} aria-hidden />;
}

/** The ratchet and its pawl. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden>
      <rect width="24" height="24" rx="6" className="logo-box" />
      <path className="logo-line" d="M4 17.5 9.5 11v6.5L15 11v6.5M19 6.5l-2.4 10" />
      <circle cx="19" cy="6.5" r="1.9" className="logo-dot" />
    </svg>
  );
}
