import { Link, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { pathAfterSignIn, withBack } from '#shared/kernel/back.ts';
import { useBack } from '#web/lib/useBack.ts';
import { boot } from '#web/lib/boot.ts';
import { api } from '#web/lib/call/call.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { SecondStepForm } from '../factors/SecondStepForm.tsx';
import { PasskeySignIn } from '../passkeys/PasskeySignIn.tsx';
import { ForgotForm } from './ForgotForm.tsx';
import forms from './forms.module.css';
import { IdentityPanel } from './IdentityPanel.tsx';
import classes from './LoginPage.module.css';
import { Notice } from './Notice.tsx';
import type { SecondStep } from './signIn.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const FederatedSignIn = lazyPart(async () => (await import('../federation/FederatedSignIn.tsx')).FederatedSignIn, null);

/** The fragment of the URL, so that Back and links from mails work. */
type View = '' | 'registrieren' | 'passwort' | 'code';

const titles: { readonly [view in View]: string } = {
  '': 'Einloggen',
  registrieren: 'Konto anlegen',
  passwort: 'Passwort vergessen',
  code: 'Zweiter Schritt',
};

/** Sign-in, registration and password reset. A signed-in user is redirected. */
export function Page() {
  const { user } = useAuth();
  const hash = useRouterState({ select: (state) => state.location.hash });
  const back = useBack();
  const view: View = hash === 'registrieren' || hash === 'passwort' || hash === 'code' ? hash : '';
  // The email address is carried over from form to form.
  const [email, setEmail] = useState('');
  const [secondStep, setSecondStep] = useState<SecondStep>();
  const navigate = useNavigate();
  const content = useFocusOnChange(view);
  const leadToSecondStep = (next?: SecondStep) => {
    setSecondStep(next);
    void navigate({ to: '/login', search: true, hash: 'code' });
  };

  if (user) return <Leave path={pathAfterSignIn(user.role.name, back)} mayWantFactor={user.role.name !== 'reader'} />;
  return (
    <div ref={content} className={classes['content']} tabIndex={-1}>
      <IdentityPanel title={titles[view]} below={<OtherWays view={view} />}>
        {hash === 'abgelaufen' && (
          <Notice kind="bad">
            Sie wurden ausgeloggt: Sie waren lange nicht aktiv, oder Ihr Konto wurde geändert. Bitte loggen Sie sich neu ein. Begonnene
            Beiträge, Seiten, Mails und Listen bietet ihr Formular wieder an.
          </Notice>
        )}
        {view === '' && (
          <>
            <SignInForm email={email} onEmail={setEmail} onSecondStep={leadToSecondStep} />
            <PasskeySignIn />
          </>
        )}
        {view === 'code' && <SecondStepForm next={secondStep} />}
        {view === 'registrieren' && <SignUpForm email={email} onEmail={setEmail} back={back} />}
        {view === 'passwort' && <ForgotForm email={email} onEmail={setEmail} back={back} />}
        {(view === '' || view === 'registrieren') && boot.signIn.oidcName && (
          <FederatedSignIn providerName={boot.signIn.oidcName} onSecondStep={leadToSecondStep} />
        )}
      </IdentityPanel>
    </div>
  );
}

/** Leaves the sign-in page; it is replaced in the history. */
function Leave({ path, mayWantFactor }: { path: string; mayWantFactor: boolean }) {
  const { history } = useRouter();
  useEffect(() => {
    if (mayWantFactor) void pathToFactor(path).then((first) => history.replace(first ?? path));
    else history.replace(path);
  }, [history, path, mayWantFactor]);
  return null;
}

/** The page where a user sets up the second factor that their role requires, on the way to `path`; undefined if there is nothing to do. */
async function pathToFactor(path: string): Promise<string | undefined> {
  const status = await api.secondFactor.read().catch(() => undefined);
  return status?.dueAt ? `${withBack('/profile/security', path)}#zweiter-faktor` : undefined;
}

function OtherWays({ view }: { view: View }) {
  if (view === '') {
    return (
      <>
        Noch kein Konto?{' '}
        <Link to="/login" search hash="registrieren" className={forms['link']}>
          Jetzt Konto anlegen
        </Link>
      </>
    );
  }
  return (
    <>
      {view === 'registrieren' && 'Schon ein Konto? '}
      <Link to="/login" search hash="" className={forms['link']}>
        {view === 'registrieren' ? 'Einloggen' : 'Zurück zum Einloggen'}
      </Link>
    </>
  );
}

/** Focuses the content when the view changes, for screen readers; not on page load. */
function useFocusOnChange(view: View) {
  const content = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    if (last.current !== view) content.current?.focus();
    last.current = view;
  }, [view]);
  return content;
}
