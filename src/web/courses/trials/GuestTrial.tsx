import { useState, type FormEvent } from 'react';
import { needsGuardian, reasonsAgainst } from '#shared/courses/eligibility.ts';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { today } from '#web/lib/berlinDay.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { dayOf } from '#web/lib/typedDay.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { GenderField, genderOf } from '../enrolments/AddPersonForm.tsx';
import { PlacedPanel } from '../enrolments/Arrival.tsx';
import { EmergencyField } from '../enrolments/EmergencyField.tsx';
import { ContactFields, NameFields, ParentFields } from '../enrolments/GuestFields.tsx';
import { LegalLinks } from '../enrolments/LastStep.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { DateChoice } from './DateChoice.tsx';
import { useTrialMutations } from './queries.ts';

/** Books a trial without an account: the ticket is sent by mail. */
export function GuestTrial({ course }: { course: CoursePage }) {
  const { book } = useTrialMutations();
  const [sessionId, setSessionId] = useState('');
  const [birthDate, setBirthDate] = useState('');
  const [emergencyPhone, setEmergencyPhone] = useState('');
  const [now] = useState(today);
  const day = dayOf(birthDate, now);
  const reasons = day ? reasonsAgainst(course, { birthDate: day, gender: null }, now) : [];
  const isChild = needsGuardian(course, day, now);
  const errorOf = (path: string) => fieldText(book.error, path);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '');
    book.mutate({
      id: course.id,
      sessionId,
      firstname: text('firstname'),
      lastname: text('lastname'),
      birthDate: day ?? birthDate,
      gender: genderOf(text('gender')),
      email: text('email'),
      phone: text('phone'),
      emergencyPhone: isChild ? emergencyPhone : '',
      guardianFirstname: text('guardianFirstname'),
      guardianLastname: text('guardianLastname'),
    });
  };
  if (book.isSuccess)
    return (
      <PlacedPanel title="Ihre Mail ist unterwegs">
        <p>
          Wir haben an <strong>{book.variables?.email}</strong> geschrieben: mit allem zur Schnupperstunde, dem Termin für den Kalender und
          einem Link zum Absagen.
        </p>
        <p>Keine Mail da? Schauen Sie auch im Spam-Ordner nach.</p>
      </PlacedPanel>
    );
  return (
    <PlainForm className={classes['form']} onSubmit={submit} refusal={book.error}>
      <DateChoice courseId={course.id} value={sessionId} onChange={setSessionId} problem={errorOf('sessionId')} />
      <NameFields errorOf={errorOf} />
      <PlainField
        label="Geburtsdatum (TT.MM.JJJJ)"
        required
        inputMode="numeric"
        placeholder="24.12.2015"
        value={birthDate}
        onChange={(event) => setBirthDate(event.currentTarget.value)}
        error={reasons.join(' ') || errorOf('birthDate')}
      />
      {course.gender !== 'any' && <GenderField />}
      {isChild && (
        <>
          <ParentFields errorOf={errorOf} />
          <EmergencyField value={emergencyPhone} onChange={setEmergencyPhone} error={book.error} path="emergencyPhone" />
        </>
      )}
      <ContactFields errorOf={errorOf} />
      <p className={classes['quiet']}>
        <LegalLinks club={course.club} />
      </p>
      <Refusal error={book.error} isAtFields />
      <PlainButton type="submit" look="main" disabled={book.isPending || reasons.length > 0}>
        Schnupperstunde buchen
      </PlainButton>
    </PlainForm>
  );
}
