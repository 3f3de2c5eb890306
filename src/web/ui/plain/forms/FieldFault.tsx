import classes from '../plain.module.css';
import { useFault } from './faults.ts';

/** What choices that share a name, or the field of an id, lack. */
export function FieldFault({ of, id }: { of: string; id?: string }) {
  const fault = useFault(of);
  return fault ? (
    <span id={id} className={classes['error']}>
      {fault}
    </span>
  ) : null;
}
