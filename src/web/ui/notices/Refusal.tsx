import { CallError } from '#web/lib/call/call.ts';
import { failureText } from '#web/lib/call/failure.ts';
import classes from './Refusal.module.css';

type RefusalProps = {
  error: unknown;
  /** The details are shown at the fields, so they are omitted here. */
  isAtFields?: boolean;
  /** Names of the fields that show their own details. */
  fieldNames?: readonly string[];
};

/** Why something was refused: the message of the code, and the server's details. */
export function Refusal({ error, isAtFields = false, fieldNames = [] }: RefusalProps) {
  if (!error) return null;
  const fields = error instanceof CallError && !isAtFields ? error.fields : [];
  const others = fields.filter(({ path }) => !fieldNames.includes(path.split('.')[0] ?? ''));
  return (
    <div role="alert" className={classes['refusal']}>
      <p>{failureText(error)}</p>
      {others.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  );
}
