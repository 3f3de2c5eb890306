import type { OtherContact } from '#shared/people/people.ts';
import { callTo } from './participantWords.ts';
import classes from './participants.module.css';

type CallLinksProps = {
  of: {
    emergencyContactName: string | null;
    emergencyContactPhone: string | null;
    emergencyOthers?: readonly OtherContact[] | undefined;
    phone: string | null;
  };
};

/** A person's phone numbers as links, the emergency contact first. */
export function CallLinks({ of: { emergencyContactName, emergencyContactPhone, emergencyOthers = [], phone } }: CallLinksProps) {
  if (!emergencyContactPhone && !phone && emergencyOthers.length === 0)
    return <span className={classes['bad']}>Keine Nummer eingetragen</span>;
  return (
    <>
      {emergencyContactPhone && (
        <a className={classes['call']} href={callTo(emergencyContactPhone)}>
          Notfall{emergencyContactName && `, ${emergencyContactName}`}: {emergencyContactPhone}
        </a>
      )}
      {emergencyOthers.map((other) => (
        <a key={other.phone} className={classes['call']} href={callTo(other.phone)}>
          Notfall{other.name && `, ${other.name}`}: {other.phone}
        </a>
      ))}
      {phone && (
        <a className={classes['call']} href={callTo(phone)}>
          Telefon: {phone}
        </a>
      )}
    </>
  );
}
