import { CallError } from '#web/lib/call/call.ts';
import { failureText } from '#web/lib/call/failure.ts';
import classes from './Refusal.module.css';

type RefusalProps = {
  error: unknown;
  /** The details are shown at the fields, so they are omitted here. */
  isAtFields?: boolean;
};

/** Why something was refused: the message of the code, and the server's details. */
export function Refusal({ error, isAtFields = false }: RefusalProps) {
  if (!error) return null;
  const fields = error instanceof CallError && !isAtFields ? error.fields : [];
  return (
    <div role="alert" className={classes['refusal']}>
      <p>{failureText(error)}</p>
      {fields.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}
