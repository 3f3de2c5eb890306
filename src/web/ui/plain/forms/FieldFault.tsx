import classes from '../plain.module.css';
import { useFault } from './faults.ts';

/** The error of the field with this id, or of the radio group with this name. */
export function FieldFault({ of, id }: { of: string; id?: string }) {
  const fault = useFault(of);
  return fault ? (
    <span id={id} className={classes['error']}>
      {fault}
    </span>
  ) : null;
}
