import { Outlet, useLocation } from '@tanstack/react-router';
import { ApiError } from '../api/client';
import { useSession } from '../api/session';
import { useText } from '../i18n/i18n';
import { ErrorState } from '../ui/states';
import { LiveProvider } from './live';
import { sessionOwner } from './query-client';
import { Shell } from './shell';
import { SignInForm } from './sign-in';

/** Shows the sign-in form instead of any page as long as nobody is signed in. */
export function Root() {
  const { t } = useText();
  const path = useLocation({ select: (location) => location.pathname });
  const session = useSession();
  if (path === '/signin') return <Outlet />;
  const isSignedOut = session.error instanceof ApiError && session.error.status === 401;
  if (isSignedOut) return <SignInForm refusedLink={false} />;
  if (session.data) {
    const owner = sessionOwner(session.data);
    return (
      <LiveProvider key={owner} owner={owner}>
        <Shell session={session.data} />
      </LiveProvider>
    );
  }
  if (session.isError) {
    return (
      <ErrorState
        title={t('session.failed')}
        error={session.error}
        onRetry={() => void session.refetch()}
      />
    );
  }
  return <div role="status" aria-label={t('state.loading')} />;
}
