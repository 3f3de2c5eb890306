import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { applicationInput, type MembershipOffer } from '#shared/people/membershipApplications.ts';
import { authState } from '#web/lib/session/session.ts';
import { useArrival } from '#web/lib/useArrival.ts';
import { today } from '#web/lib/berlinDay.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { PlainGroup } from '#web/ui/plain/forms/PlainGroup.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { PlainText } from '#web/ui/plain/forms/PlainText.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { plainInput, plainTick } from '#web/ui/plain/forms/plainInput.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import classes from '#web/ui/plain/plain.module.css';
import { ApplyAccount, ApplyConsents } from './ApplyConsents.tsx';
import { ApplyFamily } from './ApplyFamily.tsx';
import { ApplyChildren, ApplyMembership, ApplyPerson } from './ApplyPerson.tsx';
import { emptyApplication, type ApplicationValues } from './applicationValues.ts';
import { useApply } from './requestQueries.ts';

/** Renders the cost of the memberships around the last step, which says whether something is to be paid. */
export type Checkout = (wishes: readonly Wished[], lastStep: (isCharged: boolean) => ReactNode) => ReactNode;
type Wished = Pick<ApplicationValues, 'birthDate' | 'kind' | 'joinsOn' | 'departmentIds'> & { name: string };

type ApplyFormProps = {
  /** The club to join. */ club: Exclude<ClubName, 'GSV'>;
  /** The paths of the texts to agree to. */ texts: MembershipOffer['texts'];
  checkout: Checkout;
};

/** The membership application: person, membership, account, consents and cost. */
export function ApplyForm({ club, texts, checkout }: ApplyFormProps) {
  const apply = useApply();
  const { user } = authState();
  const form = useShapeForm(emptyApplication(club, today(), user), applicationInput);
  if (apply.isSuccess) return <Arrived />;
  const submit = form.onSubmit((values) => apply.mutate(sent(values), { onError: (error) => applyProblem(form, error) }));
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      {user && <ApplyFamily form={form} />}
      <PlainTick {...plainTick(form, 'isForChild')} error={undefined}>
        Ich stelle den Antrag für mein Kind.
      </PlainTick>
      {form.values.isForChild && (
        <PlainField label="Ihr Name (Elternteil)" required autoComplete="name" {...plainInput(form, 'applicantName')} />
      )}
      <ApplyPerson form={form} />
      <PlainGroup legend="Erreichbarkeit">
        <PlainField
          label="E-Mail"
          note="Hierhin schreibt Ihnen der Vorstand."
          type="email"
          required
          autoComplete="email"
          {...plainInput(form, 'applicantEmail')}
        />
        <PlainField label="Telefon (freiwillig)" type="tel" autoComplete="tel" {...plainInput(form, 'phone')} />
      </PlainGroup>
      <ApplyMembership club={club} form={form} />
      <ApplyChildren club={club} form={form} />
      <ApplyAccount club={club} form={form} />
      <PlainText label="Bemerkung (freiwillig)" rows={2} maxLength={1000} {...plainInput(form, 'note')} />
      <ApplyConsents club={club} texts={texts} form={form} />
      <Refusal error={apply.error} fieldNames={Object.keys(form.values)} />
      {checkout(wishesOf(form.values), (isCharged) => (
        <span>
          <PlainButton type="submit" look="main" disabled={apply.isPending}>
            {isCharged ? 'Zahlungspflichtig Mitgliedschaft beantragen' : 'Mitgliedschaft beantragen'}
          </PlainButton>
        </span>
      ))}
    </form>
  );
}

/** Replaces the sent form: scrolled into view, with the focus on it. */
function Arrived() {
  return (
    <output ref={useArrival<HTMLOutputElement>(true)} tabIndex={-1}>
      <EmptyState icon="circle-check" title="Ihr Antrag ist eingegangen.">
        <p>Wir haben Ihnen eine Bestätigung geschickt. Sobald der Vorstand entschieden hat, erhalten Sie wieder eine Mail.</p>
      </EmptyState>
    </output>
  );
}

function wishesOf({ children, ...first }: ApplicationValues): Wished[] {
  const { joinsOn } = first;
  return [
    { ...first, name: first.firstname },
    ...children.map((child) => ({ ...child, name: child.firstname, kind: 'active' as const, joinsOn })),
  ];
}

/** The form checks the consents; the endpoint's type requires them to be true. */
function sent(values: ApplicationValues) {
  const { acceptsTerms: _terms, acceptsPrivacy: _privacy, applicantName, ...rest } = values;
  return { ...rest, applicantName: values.isForChild ? applicantName : '', acceptsTerms: true as const, acceptsPrivacy: true as const };
}
