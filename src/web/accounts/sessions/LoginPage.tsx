import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { pathAfterSignIn } from '#shared/kernel/back.ts';
import { useBack } from '#web/lib/useBack.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { ForgotForm } from './ForgotForm.tsx';
import forms from './forms.module.css';
import { IdentityPanel } from './IdentityPanel.tsx';
import classes from './LoginPage.module.css';
import { Notice } from './Notice.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignUpForm } from './SignUpForm.tsx';

const FederatedSignIn = lazy(() =>
  import('../federation/FederatedSignIn.tsx').then(({ FederatedSignIn: component }) => ({ default: component })),
);

/** The part of the address behind the #, so that the way back and links from mails work. */
type View = '' | 'registrieren' | 'passwort';

const titles: { readonly [view in View]: string } = { '': 'Einloggen', registrieren: 'Konto anlegen', passwort: 'Passwort vergessen' };

/** Sign-in, sign-up and the way to a new password. A signed-in user is redirected. */
export function Page() {
  const { user } = useAuth();
  const hash = useRouterState({ select: (state) => state.location.hash });
  const back = useBack();
  const view: View = hash === 'registrieren' || hash === 'passwort' ? hash : '';
  // What was typed as the address goes along from form to form.
  const [email, setEmail] = useState('');
  const content = useFocusOnChange(view);

  if (user) return <Leave path={pathAfterSignIn(user.role.name, back)} />;
  return (
    <div ref={content} className={classes['content']} tabIndex={-1}>
      <IdentityPanel title={titles[view]} below={<OtherWays view={view} />}>
        {hash === 'abgelaufen' && (
          <Notice kind="bad">
            Sie waren lange nicht aktiv. Bitte loggen Sie sich neu ein. Begonnene Beiträge, Seiten, Mails und Listen bietet ihr Formular
            wieder an.
          </Notice>
        )}
        {view === '' && <SignInForm email={email} onEmail={setEmail} />}
        {view === 'registrieren' && <SignUpForm email={email} onEmail={setEmail} back={back} />}
        {view === 'passwort' && <ForgotForm email={email} onEmail={setEmail} back={back} />}
        {view !== 'passwort' && boot.signIn.oidcName && (
          <Suspense>
            <FederatedSignIn providerName={boot.signIn.oidcName} />
          </Suspense>
        )}
      </IdentityPanel>
    </div>
  );
}

/** Goes on from here; the address of the sign-in is no step back. */
function Leave({ path }: { path: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(path), [history, path]);
  return null;
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

/** Puts the focus on the content when the view changes, so that a screen reader goes on there; not when the page opens. */
function useFocusOnChange(view: View) {
  const content = useRef<HTMLDivElement>(null);
  const last = useRef(view);
  useEffect(() => {
    if (last.current !== view) content.current?.focus();
    last.current = view;
  }, [view]);
  return content;
}
