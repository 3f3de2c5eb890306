import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import classes from './signUp.module.css';

/** As much of a form as these fields need. */
export type GuestForm<Field extends string> = { getInputProps: (field: Field) => GetInputPropsReturnType };

/** Who somebody without an account is. */
export function GuestFields({ form }: { form: GuestForm<'name' | 'email'> }) {
  return (
    <>
      <TextInput label="Name" required autoComplete="name" {...form.getInputProps('name')} />
      <TextInput label="E-Mail-Adresse" required type="email" autoComplete="email" {...form.getInputProps('email')} />
    </>
  );
}

/** What is missing in them. */
export function guestFaults({ name, email }: { name: string; email: string }): { name?: string; email?: string } {
  return {
    ...(name.trim() === '' && { name: 'Bitte nennen Sie Ihren Namen.' }),
    ...(email.trim() === '' && { email: 'Bitte nennen Sie Ihre E-Mail-Adresse; dorthin geht die Bestätigung.' }),
  };
}

/** A field that people do not see; who fills it in is a machine. */
export function HoneyPot({ form }: { form: GuestForm<'website'> }) {
  return (
    <div className={classes['trap']} aria-hidden="true">
      <label>
        Website
        <input tabIndex={-1} autoComplete="off" {...form.getInputProps('website')} />
      </label>
    </div>
  );
}
