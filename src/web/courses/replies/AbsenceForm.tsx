import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { absenceReasonNames, absenceReasons, type AbsenceReason } from '#shared/courses/replyStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { today } from '#web/lib/berlinDay.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { dayOf } from '#web/lib/typedDay.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import { ownPeopleQuery } from '#web/people/parts/ownPeopleQuery.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import signUp from '../offers/course.module.css';
import classes from './replies.module.css';
import { affectedQuery, useReplyMutations } from './queries.ts';

/** Enters an absence for one or several family members; shows how many sessions are affected. */
export function AbsenceForm({ onDone }: { onDone: () => void }) {
  const { addAbsence } = useReplyMutations();
  const query = useQuery(ownPeopleQuery());
  const { data: family = [] } = query;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState(() => ({ from: germanDate(today()), to: germanDate(today()) }));
  const [reason, setReason] = useState<AbsenceReason>('ill');
  const [note, setNote] = useState('');
  const people = [...Map.groupBy(family, whoOf).values()];
  const personIds = people.filter(([one]) => one && chosen.includes(whoOf(one))).flatMap((twins) => twins.map(({ id }) => id));
  const [from, to] = [dayOf(typed.from), dayOf(typed.to)];
  const { data: affected } = useQuery({
    ...affectedQuery({ personIds, from: from ?? '', to: to ?? '' }),
    enabled: personIds.length > 0 && from !== null && to !== null && from <= to,
  });
  const errorOf = (path: string) => fieldText(addAbsence.error, path);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    addAbsence.mutate({ personIds, from: from ?? typed.from, to: to ?? typed.to, reason, note }, { onSuccess: onDone });
  };
  const toggle = (who: string) => setChosen((before) => (before.includes(who) ? before.filter((one) => one !== who) : [...before, who]));
  return (
    <form className={signUp['form']} onSubmit={submit} noValidate aria-label="Abwesend von bis">
      <fieldset className={signUp['people']}>
        <legend>Wer ist abwesend?</legend>
        {!query.data && <Loading query={query} />}
        {people.map(
          ([one]) =>
            one && (
              <PersonBox key={whoOf(one)} name={fullName(one)} isChosen={chosen.includes(whoOf(one))} onToggle={() => toggle(whoOf(one))} />
            ),
        )}
      </fieldset>
      <div className={classes['days']}>
        <DayTyped label="Von" value={typed.from} onType={(day) => setTyped({ ...typed, from: day })} error={errorOf('from')} />
        <DayTyped label="Bis" value={typed.to} onType={(day) => setTyped({ ...typed, to: day })} error={errorOf('to')} />
      </div>
      <PlainSelect
        label="Grund"
        value={reason}
        onChange={(event) => setReason(absenceReasons.find((one) => one === event.currentTarget.value) ?? 'other')}
      >
        {absenceReasons.map((one) => (
          <option key={one} value={one}>
            {absenceReasonNames[one]}
          </option>
        ))}
      </PlainSelect>
      <PlainField
        label="Nachricht an die Übungsleitung"
        maxLength={140}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <output>{affected && wordsOf(affected.sessions)}</output>
      <Refusal error={errorOf('from') || errorOf('to') ? null : addAbsence.error} />
      <div className={classes['buttons']}>
        <PlainButton type="submit" look="main" disabled={addAbsence.isPending || personIds.length === 0}>
          Entschuldigen
        </PlainButton>
        <PlainButton onClick={onDone}>Abbrechen</PlainButton>
      </div>
    </form>
  );
}

function PersonBox({ name, isChosen, onToggle }: { name: string; isChosen: boolean; onToggle: () => void }) {
  return (
    <label className={signUp['check']}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} /> <span>{name}</span>
    </label>
  );
}

type DayTypedProps = { label: string; value: string; onType: (day: string) => void; error: string | undefined };

function DayTyped({ label, value, onType, error }: DayTypedProps) {
  return (
    <PlainField label={label} inputMode="numeric" value={value} onChange={(event) => onType(event.currentTarget.value)} error={error} />
  );
}

/** A person with records in two clubs has one checkbox. */
function whoOf(person: OwnPerson): string {
  return `${fullName(person)} ${person.birthDate}`;
}

function wordsOf(sessions: number): string {
  if (sessions === 0) return 'Betrifft zurzeit keinen Termin. Was in diesen Tagen noch geplant wird, ist mit entschuldigt.';
  return `Betrifft ${sessions === 1 ? 'einen Termin' : `${sessions} Termine`}.`;
}
