import { CallError } from '#web/lib/call/call.ts';
import classes from '../offers/course.module.css';

type RefusalProps = {
  error: unknown;
  /** The reasons stand at the fields: here they are not said once more. */
  isAtFields?: boolean;
};

/** Why something was refused: the sentence of the code, and the reasons that the server names. */
export function Refusal({ error, isAtFields = false }: RefusalProps) {
  if (!error) return null;
  const problem = error instanceof CallError ? error : undefined;
  const reasons = isAtFields ? [] : (problem?.fields.map(({ message }) => message) ?? []);
  return (
    <div role="alert" className={classes['refusal']}>
      <p>{problem?.message ?? 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.'}</p>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  );
}
