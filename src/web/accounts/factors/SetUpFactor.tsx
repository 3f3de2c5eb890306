import { encode } from 'uqr';
import { useState } from 'react';
import { fieldText, failureText } from '#web/lib/call/failure.ts';
import { Field } from '../sessions/Field.tsx';
import { FormButton } from '../sessions/FormButton.tsx';
import { Notice } from '../sessions/Notice.tsx';
import { ProfileForm } from '../profile/ProfileForm.tsx';
import classes from './factors.module.css';
import { useSecondFactor } from './queries.ts';

/** Sets up an authenticator app: the key as a QR code and as text, then the first code. */
export function SetUpFactor({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const { begin, confirm } = useSecondFactor();
  const fault = fieldText(confirm.error, 'code');

  if (!begin.data)
    return (
      <>
        {begin.error && <Notice kind="bad">{failureText(begin.error)}</Notice>}
        <FormButton
          type="button"
          look="quiet"
          isBusy={begin.isPending}
          busyText="Der Schlüssel wird erstellt."
          onClick={() => begin.mutate()}
        >
          Zweiten Faktor einrichten
        </FormButton>
      </>
    );
  return (
    <>
      <ol className={classes['steps']}>
        <li>Öffnen Sie eine Code-App auf Ihrem Handy, zum Beispiel Google Authenticator, Microsoft Authenticator oder Aegis.</li>
        <li>
          Scannen Sie dieses Bild mit der App. Sind Sie gerade am Handy? <a href={begin.data.uri}>In der App öffnen</a> oder den Schlüssel
          eintippen:
          <code className={classes['key']}>{begin.data.key.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
          <KeyCode text={begin.data.uri} />
        </li>
        <li>Geben Sie die sechs Ziffern ein, die die App dann zeigt.</li>
      </ol>
      <ProfileForm
        error={confirm.error}
        faults={{ code: fault }}
        success={false}
        button="Einschalten"
        isMain
        isBusy={confirm.isPending}
        busyText="Der Code wird geprüft."
        onSubmit={() => confirm.mutate(code, { onSuccess: ({ codes }) => onCodes(codes) })}
        onChange={confirm.reset}
      >
        <Field
          label="Code aus der App"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          minLength={6}
          maxLength={10}
          error={fault}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </ProfileForm>
    </>
  );
}

function KeyCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label="QR-Code für die Code-App" viewBox={`0 0 ${size} ${size}`} className={classes['qr']}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
