import { useRef, useState, type FormEvent } from 'react';

/**
 * The state of the sign-in and sign-up forms (specification sections 5 and 8). A failure shows no reason: the spinner ends,
 * the password is cleared and focused, everything else stays as it was typed.
 */
export function useSilentForm(what: string, action: (password: string) => Promise<boolean | 'not sent'>) {
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  /** For the one neutral sentence that a super may switch on (parameter showSignInErrors). */
  const [hasFailed, setHasFailed] = useState(false);
  const passwordRef = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setHasFailed(false);
    const worked = await action(password).catch(() => notLoaded(what));
    setIsBusy(false);
    if (worked === true) return;
    // What was not sent has not failed: the field says why, and keeps what was typed.
    setHasFailed(worked === false);
    if (worked === false) setPassword('');
    passwordRef.current?.focus();
  };

  return {
    isBusy,
    hasFailed,
    onSubmit: (event: FormEvent) => void submit(event),
    passwordProps: {
      ref: passwordRef,
      value: password,
      onFocus: () => void loadSignIn(),
      onChange: (event: { currentTarget: { value: string } }) => setPassword(event.currentTarget.value),
    },
  };
}

/** What sends the form could not be loaded for want of a line: nothing went out, and the frame says so. */
function notLoaded(what: string): 'not sent' {
  console.info(`${what}: network-request-failed`);
  return 'not sent';
}

/** Loads the sign-in actions when somebody begins to type, which keeps the page itself small. */
export function loadSignIn() {
  return import('./signIn.ts');
}
