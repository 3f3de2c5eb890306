import { useState } from 'react';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { Field, type FieldProps } from './Field.tsx';
import classes from './forms.module.css';

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={classes['toggle']}
          aria-pressed={isShown}
          aria-label="Passwort anzeigen"
          title={isShown ? 'Passwort verbergen' : 'Passwort anzeigen'}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} size={22} />
        </button>
      }
    />
  );
}
