import type { z } from 'zod';
import { ageGroupNames, ageGroups } from '#shared/halls/bookingStates.ts';
import { hallRequestInput, type RequestableHall } from '#shared/halls/hallRequests/hallRequests.ts';
import { organisationKindNames, outsideKinds } from '#shared/halls/organisations.ts';
import { boot } from '#web/lib/boot.ts';
import { useArrival } from '#web/lib/useArrival.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { HoneyPot } from '#web/ui/forms/honeyPot/HoneyPot.tsx';
import { PlainGroup, PlainPair } from '#web/ui/plain/forms/PlainGroup.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { PlainText } from '#web/ui/plain/forms/PlainText.tsx';
import { plainInput } from '#web/ui/plain/forms/plainInput.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import classes from '#web/ui/plain/plain.module.css';
import { useHallRequestMutations } from './queries.ts';
import { newWant, WantsField, type HallRequestFormType } from './WantsField.tsx';

/** A request from outside: contact, purpose and hours; a mail asks for confirmation. */
export function HallRequestForm({ halls }: { halls: readonly RequestableHall[] }) {
  const { create } = useHallRequestMutations();
  const form = useShapeForm<z.input<typeof hallRequestInput>>(newRequest(halls), hallRequestInput);
  if (create.isSuccess) return <Sent email={form.values.email} />;
  const submit = form.onSubmit((values) => create.mutate(values, { onError: (error) => applyProblem(form, error) }));
  return (
    <PagePart
      title="Wer, wofür und wann?"
      lead="Für Schulen, Volkshochschulen, andere Vereine und Gruppen ohne Konto. Sie bekommen eine Mail, sobald entschieden ist."
    >
      <form onSubmit={submit} noValidate className={classes['form']}>
        <WantsField form={form} halls={halls} />
        <PurposeFields form={form} />
        <ContactFields form={form} />
        <HoneyPot form={form} />
        <p className={classes['note']}>
          Ihre Angaben lesen nur die, die über die Halle entscheiden.{' '}
          <a href={`/${boot.club.name.toLowerCase()}/datenschutz`} target="_blank" rel="noopener">
            Datenschutz (in einem neuen Fenster)
          </a>
        </p>
        <Refusal error={create.error} fieldNames={Object.keys(form.values)} />
        <span>
          <PlainButton type="submit" look="main" disabled={create.isPending}>
            Anfrage senden
          </PlainButton>
        </span>
      </form>
    </PagePart>
  );
}

/** Replaces the sent form: scrolled into view, with the focus on it. */
function Sent({ email }: { email: string }) {
  return (
    <output ref={useArrival<HTMLOutputElement>(true)} tabIndex={-1}>
      <PagePart title="Bitte Mail bestätigen">
        <p>
          Wir haben an <strong>{email}</strong> geschrieben. Erst mit dem Link in der Mail wird Ihre Anfrage gelesen. Keine Mail da? Schauen
          Sie auch im Spam-Ordner nach.
        </p>
      </PagePart>
    </output>
  );
}

function PurposeFields({ form }: { form: HallRequestFormType }) {
  const { ageGroup, participants } = form.values;
  return (
    <PlainGroup legend="Wofür?">
      <PlainField label="Sport oder Anlass" required maxLength={80} {...plainInput(form, 'purpose')} />
      <PlainPair>
        <PlainSelect
          label="Altersgruppe"
          {...plainInput(form, 'ageGroup')}
          value={ageGroup ?? ''}
          onChange={({ currentTarget }) => form.setFieldValue('ageGroup', ageGroups.find((one) => one === currentTarget.value) ?? null)}
        >
          <option value="">Bitte wählen</option>
          {ageGroups.map((one) => (
            <option key={one} value={one}>
              {ageGroupNames[one]}
            </option>
          ))}
        </PlainSelect>
        <PlainField
          label="Personen (freiwillig)"
          inputMode="numeric"
          maxLength={3}
          {...plainInput(form, 'participants')}
          value={participants ?? ''}
          onChange={({ currentTarget }) => form.setFieldValue('participants', numberIn(currentTarget.value))}
        />
      </PlainPair>
      <PlainText
        label="Was wir noch wissen sollten (freiwillig)"
        note="Zum Beispiel andere Zeiten, die auch gehen."
        maxLength={1000}
        {...plainInput(form, 'message')}
      />
    </PlainGroup>
  );
}

function numberIn(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '');
  return digits === '' ? null : Number(digits);
}

function ContactFields({ form }: { form: HallRequestFormType }) {
  return (
    <PlainGroup legend="Wer fragt an?">
      <PlainPair>
        <PlainField
          label="Verein, Schule oder Gruppe"
          required
          maxLength={120}
          autoComplete="organization"
          {...plainInput(form, 'organisation')}
        />
        <PlainSelect label="Art" {...plainInput(form, 'kind')}>
          {outsideKinds.map((one) => (
            <option key={one} value={one}>
              {organisationKindNames[one]}
            </option>
          ))}
        </PlainSelect>
      </PlainPair>
      <PlainField label="Ihr Name" required maxLength={120} autoComplete="name" {...plainInput(form, 'contactName')} />
      <PlainPair>
        <PlainField label="E-Mail" type="email" autoComplete="email" required maxLength={254} {...plainInput(form, 'email')} />
        <PlainField label="Telefon (freiwillig)" type="tel" autoComplete="tel" maxLength={40} {...plainInput(form, 'phone')} />
      </PlainPair>
    </PlainGroup>
  );
}

function newRequest(halls: readonly RequestableHall[]): z.input<typeof hallRequestInput> & { website: string } {
  return {
    organisation: '',
    kind: 'club',
    contactName: '',
    email: '',
    phone: '',
    purpose: '',
    ageGroup: null,
    participants: null,
    message: '',
    wants: [newWant(halls[0]?.id ?? '')],
    website: '',
  };
}
