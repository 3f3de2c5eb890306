import type { GetInputPropsReturnType } from '@mantine/form';
import classes from './honeyPot.module.css';

/** A honeypot: a hidden field that only bots fill in. */
export function HoneyPot({ form }: { form: { getInputProps: (field: 'website') => GetInputPropsReturnType } }) {
  return (
    <div className={classes['trap']} aria-hidden="true">
      <label>
        Website
        <input name="website" tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
      </label>
    </div>
  );
}
