import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { boot } from '#web/lib/boot.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { HoneyPot } from '#web/ui/forms/honeyPot/HoneyPot.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { myEnrolmentsQuery, publicCoursesQuery } from '../offers/queries.ts';
import type { DeclarationValues } from './queries.ts';

type Form = UseFormReturnType<DeclarationValues>;
const clubs = clubNames.map((value) => ({ value, label: boot.clubs[value].displayName }));

/** The sender and the contract: one of their own, or as text with the offers' titles as suggestions. */
export function ContractFields({ form }: { form: Form }) {
  const { user } = useAuth();
  return (
    <>
      <TextInput label="Ihr Name" required autoComplete="name" maxLength={120} {...form.getInputProps('name')} />
      <TextInput
        label="E-Mail-Adresse"
        description="Hierhin geht sofort die Bestätigung. Am besten die Adresse, mit der Sie angemeldet sind."
        type="email"
        inputMode="email"
        required
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <NativeSelect label="Verein" data={clubs} {...form.getInputProps('club')} />
      {user && <OwnContracts form={form} />}
      {form.values.enrolmentId === null && <NamedContract form={form} />}
      <HoneyPot form={form} />
    </>
  );
}

/** The contracts of a signed-in user, in a list as high before they are loaded as after; the text field below never waits for them. */
function OwnContracts({ form }: { form: Form }) {
  const query = useQuery(myEnrolmentsQuery());
  const { kind, isExtraordinary } = form.values;
  const isOrdinary = kind === 'termination' && !isExtraordinary;
  const active = (query.data ?? []).filter(({ state }) => enrolmentSets.active.includes(state));
  const own = isOrdinary ? active.filter(hasNotice) : active;
  const choose = (id: string) => {
    const one = own.find((each) => each.id === id);
    form.setValues({
      enrolmentId: one?.id ?? null,
      contract: one?.target.title ?? '',
      person: one?.name ?? '',
      ...(one && { club: one.target.club }),
    });
  };
  const none = own.length > 0 ? 'Ein anderer, unten eintragen' : 'Keiner gefunden, bitte unten eintragen';
  return (
    <>
      <NativeSelect
        label="Welcher Vertrag?"
        description={isOrdinary && 'Kurse enden von selbst; sie brauchen keine Kündigung.'}
        data={[
          { value: '', label: query.isPending ? 'Ihre Verträge werden geladen …' : none },
          ...own.map((one) => ({ value: one.id, label: `${one.target.title} (${one.name})` })),
        ]}
        value={form.values.enrolmentId ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {query.error && !query.data && (
        <LoadProblem title="Ihre Anmeldungen sind nicht geladen." error={query.error} onRetry={() => void query.refetch()} />
      )}
    </>
  );
}

/** A contract with a notice period; courses end by themselves. */
function hasNotice({ endsOnNotice, leavesOn }: OwnEnrolment): boolean {
  return endsOnNotice !== null || leavesOn !== null;
}

function NamedContract({ form }: { form: Form }) {
  const listId = useId();
  const { data } = useQuery(publicCoursesQuery());
  const titles = (data?.rows ?? []).filter(({ club }) => club === form.values.club).map(({ title }) => title);
  return (
    <>
      <TextInput
        label="Vertrag"
        description="Zum Beispiel „Badminton“ oder „Mitgliedschaft“"
        required
        maxLength={200}
        list={listId}
        {...form.getInputProps('contract')}
      />
      <datalist id={listId}>
        {['Mitgliedschaft', ...new Set(titles)].map((title) => (
          <option key={title}>{title}</option>
        ))}
      </datalist>
      <TextInput
        label="Für wen? (freiwillig)"
        description="Zum Beispiel der Name des Kindes"
        maxLength={120}
        {...form.getInputProps('person')}
      />
    </>
  );
}
