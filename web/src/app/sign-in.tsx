import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../api/client';
import { queryKeys } from '../api/query-keys';
import { signIn } from '../api/session';
import { useText } from '../i18n/i18n';
import { Icon, Logo } from '../ui/icons';
import { useTitle } from '../ui/title';
import { forgetData } from './query-client';

/** The page of `/signin`; the server shows it with the code of a link that it refused. */
export function SignInPage() {
  const { code } = useSearch({ from: '/signin' });
  return <SignInForm refusedLink={code !== undefined} />;
}

export function SignInForm({ refusedLink }: { refusedLink: boolean }) {
  const { t } = useText();
  useTitle(t('signin.title'));
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState<string | null>(
    refusedLink ? t('signin.linkRefused') : null,
  );
  const [isBusy, setBusy] = useState(false);
  const target = location.pathname === '/signin' ? null : location.pathname + location.search;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await signIn(key);
      setKey('');
      forgetData();
      if (target === null) await navigate({ to: '/', replace: true });
      await cache.resetQueries({ queryKey: queryKeys.session });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      setProblem(
        status === 401
          ? t('signin.keyRefused')
          : error instanceof Error
            ? error.message
            : String(error),
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="signin">
      <main className="form">
        <span className="brand">
          <Logo /> Pawl
        </span>
        <div>
          <h1>{t('signin.title')}</h1>
          {target !== null && target !== '/' && target !== '/executions' && (
            <p className="label mt-1">
              {t('signin.returnTo')} <span className="mono">{target}</span>
            </p>
          )}
        </div>
        {problem !== null && (
          <p role="alert" className="rounded-md border border-bad-line bg-bad-bg px-3 py-2">
            {problem}
          </p>
        )}
        <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <div className="field">
            <label htmlFor="key">{t('signin.key')}</label>
            <div className="field-box">
              <input
                id="key"
                className="mono"
                type="password"
                autoComplete="off"
                placeholder="pawl_…"
                required
                autoFocus
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
              <Icon of={KeyRound} />
            </div>
          </div>
          <button className="btn primary" type="submit" disabled={isBusy}>
            {t('signin.submit')}
          </button>
          <p className="label">{t('signin.keyNote')}</p>
        </form>
        <div className="or">{t('signin.or')}</div>
        <p className="leading-5">
          {t('signin.link')} <code className="mono">pawl signin</code> {t('signin.newLink')}
        </p>
      </main>
      <Ratchet />
    </div>
  );
}

const TOOTH = 72;
const STEPS = ['Load', 'Price', 'Reserve', 'Accept', 'Confirm', 'Charge', 'Ship', 'Bill', 'Done'];
const DONE = 6;

/** The picture of what Pawl does: the pawl keeps the wheel from turning back. */
function Ratchet() {
  const { t } = useText();
  return (
    <aside className="art" aria-hidden>
      <svg width="700" height="240" viewBox="0 0 700 240">
        {STEPS.map((name, i) => (
          <g key={name}>
            <path
              className={`tooth ${i < DONE ? 'done' : ''}`}
              d={`M${20 + i * TOOTH} 160 l${TOOTH} -52 v52`}
            />
            <text
              x={20 + i * TOOTH + TOOTH / 2}
              y="188"
              textAnchor="middle"
              className={i < DONE ? 'done' : ''}
            >
              {name}
            </text>
          </g>
        ))}
        <path className="arm" d={`M${26 + DONE * TOOTH} 146 L${102 + DONE * TOOTH} 24`} />
        <path className="pin" d={`M${21 + DONE * TOOTH} 158 v-28 l18 10z`} />
        <circle className="pin" cx={102 + DONE * TOOTH} cy="24" r="13" />
        <circle className="eye" cx={102 + DONE * TOOTH} cy="24" r="4.5" />
        <text x="20" y="222">
          {t('signin.motto')}
        </text>
      </svg>
    </aside>
  );
}
