import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { z } from 'zod';
import { email, line } from '#shared/kernel/fields.ts';

/** The part of a form that these fields need. */
export type GuestForm<Field extends string> = { getInputProps: (field: Field) => GetInputPropsReturnType };

/** The name and address of a guest. */
export function GuestFields({ form }: { form: GuestForm<'name' | 'email'> }) {
  return (
    <>
      <TextInput label="Name" required autoComplete="name" {...form.getInputProps('name')} />
      <TextInput label="E-Mail-Adresse" required type="email" autoComplete="email" {...form.getInputProps('email')} />
    </>
  );
}

/** A guest must fill in both fields; the endpoint accepts them empty from signed-in users. */
export const guestShape = {
  name: line(120).min(1, 'Bitte nennen Sie Ihren Namen.'),
  email: z.string().trim().min(1, 'Bitte nennen Sie Ihre E-Mail-Adresse; dorthin geht die Bestätigung.').pipe(email),
};
