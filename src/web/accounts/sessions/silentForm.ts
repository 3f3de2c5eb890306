import { useRef, useState, type FormEvent } from 'react';

/**
 * The state of the sign-in and registration forms (specification sections 5 and 8). A failure shows no reason: the
 * spinner stops, the password is cleared and focused, the other fields stay.
 */
export function useSilentForm(what: string, action: (password: string) => Promise<boolean | 'not sent'>) {
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  /** For the neutral message that a super may enable (parameter showSignInErrors). */
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
    // A password that was not sent has not failed: the field explains why and keeps it.
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

/** The code that sends the form could not be loaded offline: nothing was sent, and the frame says so. */
function notLoaded(what: string): 'not sent' {
  console.info(`${what}: network-request-failed`);
  return 'not sent';
}

/** Loads the sign-in code when the user starts to type, which keeps the page small. */
export function loadSignIn() {
  return import('./signIn.ts');
}
