import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon, Search, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Session } from '../api/types';
import { useText } from '../i18n/i18n';
import { Icon, Logo } from '../ui/icons';
import { useNow } from '../ui/time';
import { Bell } from './bell';
import { useConnection, useLive } from './live';
import { Navigation } from './navigation';
import { PauseBanner } from './pause-banner';
import { usePreferences } from './preferences';
import { ShortcutList, useShortcuts } from './shortcuts';
import { UserMenu } from './user-menu';

const loadPalette = () => import('./palette');
const Palette = lazy(() => loadPalette().then((module) => ({ default: module.Palette })));
const PRELOAD_MS = 1_000;

/** The frame of all pages: top bar, navigation, banners. */
export function Shell({ session }: { session: Session }) {
  const { t } = useText();
  const path = useLocation({ select: (location) => location.pathname });
  const preferences = usePreferences();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [areShortcutsShown, showShortcuts] = useState(false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  useEffect(() => {
    // What is typed right after Ctrl K must not be lost.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useShortcuts({
    openPalette: () => setPaletteOpen(true),
    showShortcuts: () => showShortcuts(true),
  });
  // The debug view needs the width.
  const isNarrow = preferences.isNavigationNarrow || /^\/executions\/./.test(path);
  return (
    <div className={`shell ${isNarrow ? 'narrow' : ''}`}>
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <header className="topbar">
        <button
          type="button"
          className="icon-btn drawer-button"
          aria-label={t('shell.navigation')}
          aria-expanded={isDrawerOpen}
          onClick={() => setDrawerOpen(!isDrawerOpen)}
        >
          <Icon of={MenuIcon} />
        </button>
        <span className="brand">
          <Logo /> Pawl
        </span>
        <span className="slash text-line-strong" aria-hidden>
          /
        </span>
        <span className="tenant clip" title={session.tenant}>
          {session.tenantName || session.tenant}
        </span>
        <button type="button" className="find" onClick={() => setPaletteOpen(true)}>
          <Icon of={Search} size="s" /> <span className="clip">{t('palette.placeholder')}</span>{' '}
          <kbd>Ctrl K</kbd>
        </button>
        <LiveIndicator />
        <Bell />
        <UserMenu session={session} onShortcuts={() => showShortcuts(true)} />
      </header>
      <Navigation
        isNarrow={isNarrow}
        isOpen={isDrawerOpen}
        onNavigate={() => setDrawerOpen(false)}
      />
      <main className="main" id="main" tabIndex={-1}>
        {session.emergencyStop && <PauseBanner stop={session.emergencyStop} />}
        <ConnectionBanner />
        <Outlet />
      </main>
      {isPaletteOpen && (
        <Suspense>
          <Palette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
      {areShortcutsShown && <ShortcutList onClose={() => showShortcuts(false)} />}
    </div>
  );
}

function LiveIndicator() {
  const { t } = useText();
  const { state } = useConnection();
  const words = {
    connecting: t('live.connecting'),
    live: t('live.on'),
    lost: t('live.lost'),
  };
  return <span className={`live ${state}`}>{words[state]}</span>;
}

/** Says that the data is old while there are no live updates. */
function ConnectionBanner() {
  const { t, locale } = useText();
  const connection = useConnection();
  const live = useLive();
  const now = useNow();
  if (connection.state !== 'lost') return null;
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(connection.since);
  const seconds = Math.max(0, Math.ceil((connection.retryAt - now) / 1_000));
  return (
    <div className="banner warn" role="status">
      <Icon of={TriangleAlert} />
      <span>
        <b className="font-semibold">{t('live.lostSince', { time })}</b>{' '}
        {t('live.retryIn', { seconds })}
      </span>
      <button type="button" className="btn small ml-auto" onClick={() => live.reconnect()}>
        {t('live.now')}
      </button>
    </div>
  );
}
