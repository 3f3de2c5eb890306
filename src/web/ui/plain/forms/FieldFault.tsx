import classes from '../plain.module.css';
import { useFault } from './faults.ts';

type FieldFaultProps = { of: string; id?: string; /** Replaces the default message. */ words?: string };

/** The error of the field with this id, or of the radio group with this name. */
export function FieldFault({ of, id, words }: FieldFaultProps) {
  const fault = useFault(of);
  return fault ? (
    <span id={id} className={classes['error']}>
      {words ?? fault}
    </span>
  ) : null;
}
