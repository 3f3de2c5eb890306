import { callTo } from './participantWords.ts';
import classes from './participants.module.css';

type CallLinksProps = { of: { emergencyContactName: string | null; emergencyContactPhone: string | null; phone: string | null } };

/** Whom to call for somebody, the contact for an emergency first; a tap calls. */
export function CallLinks({ of: { emergencyContactName, emergencyContactPhone, phone } }: CallLinksProps) {
  if (!emergencyContactPhone && !phone) return <span className={classes['bad']}>Keine Nummer eingetragen</span>;
  return (
    <>
      {emergencyContactPhone && (
        <a className={classes['call']} href={callTo(emergencyContactPhone)}>
          Notfall{emergencyContactName && `, ${emergencyContactName}`}: {emergencyContactPhone}
        </a>
      )}
      {phone && (
        <a className={classes['call']} href={callTo(phone)}>
          Telefon: {phone}
        </a>
      )}
    </>
  );
}
