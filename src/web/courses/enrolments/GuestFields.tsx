import type { OwnTrial } from '#shared/courses/trials/trials.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';

/** Known data of a guest. */
export type Start = NonNullable<OwnTrial['known']>;

type FieldsProps = { start?: Start | undefined; errorOf: (path: string) => string | undefined };

/** The participant. */
export function NameFields({ start, errorOf }: FieldsProps) {
  return (
    <>
      <PlainField
        label="Vorname"
        name="firstname"
        required
        autoComplete="given-name"
        defaultValue={start?.firstname}
        error={errorOf('firstname')}
      />
      <PlainField
        label="Nachname"
        name="lastname"
        required
        autoComplete="family-name"
        defaultValue={start?.lastname}
        error={errorOf('lastname')}
      />
    </>
  );
}

/** The parent who enrols a child. */
export function ParentFields({ start, errorOf }: FieldsProps) {
  return (
    <>
      <PlainField
        label="Vorname eines Elternteils"
        name="guardianFirstname"
        required
        defaultValue={start?.guardianFirstname}
        error={errorOf('guardianFirstname')}
      />
      <PlainField
        label="Nachname eines Elternteils"
        name="guardianLastname"
        required
        defaultValue={start?.guardianLastname}
        error={errorOf('guardianLastname')}
      />
    </>
  );
}

/** Email and phone. */
export function ContactFields({ start, errorOf }: FieldsProps) {
  return (
    <>
      <PlainField
        label="E-Mail"
        name="email"
        type="email"
        required
        autoComplete="email"
        defaultValue={start?.email}
        error={errorOf('email')}
      />
      <PlainField
        label="Telefon (freiwillig)"
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={start?.phone}
        error={errorOf('phone')}
      />
    </>
  );
}
