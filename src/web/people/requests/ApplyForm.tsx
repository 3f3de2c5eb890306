import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { Button, Checkbox, Fieldset, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { applicationInput, type MembershipOffer } from '#shared/people/membershipApplications.ts';
import { authState } from '#web/lib/session/session.ts';
import { useArrival } from '#web/lib/useArrival.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { ApplyAccount, ApplyConsents } from './ApplyConsents.tsx';
import { ApplyFamily } from './ApplyFamily.tsx';
import { ApplyChildren, ApplyMembership, ApplyPerson } from './ApplyPerson.tsx';
import { emptyApplication, type ApplicationValues } from './applicationValues.ts';
import { useApply } from './requestQueries.ts';

/** Renders the cost of the memberships around the last step, which says whether something is to be paid. */
export type Checkout = (wishes: readonly Wished[], lastStep: (isCharged: boolean) => ReactNode) => ReactNode;
type Wished = Pick<ApplicationValues, 'birthDate' | 'kind' | 'joinsOn' | 'departmentIds'> & { name: string };

/** The membership application: person, membership, account, consents and cost. */
export const ApplyForm = inDesignSystem(Form);

type ApplyFormProps = {
  /** The club to join. */ club: Exclude<ClubName, 'GSV'>;
  /** The paths of the texts to agree to. */ texts: MembershipOffer['texts'];
  checkout: Checkout;
};

function Form({ club, texts, checkout }: ApplyFormProps) {
  const apply = useApply();
  const { user } = authState();
  const form = useShapeForm(emptyApplication(club, today(), user), applicationInput);
  if (apply.isSuccess) return <Arrived />;
  const submit = form.onSubmit((values) => apply.mutate(sent(values), { onError: (error) => applyProblem(form, error) }));
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {user && <ApplyFamily form={form} />}
        <Checkbox label="Ich stelle den Antrag für mein Kind." {...form.getInputProps('isForChild', { type: 'checkbox' })} />
        {form.values.isForChild && (
          <TextInput label="Ihr Name (Elternteil)" required autoComplete="name" {...form.getInputProps('applicantName')} />
        )}
        <ApplyPerson form={form} />
        <Fieldset legend="Erreichbarkeit">
          <Stack gap="sm">
            <TextInput
              label="E-Mail"
              description="Hierhin schreibt Ihnen der Vorstand."
              type="email"
              required
              autoComplete="email"
              {...form.getInputProps('applicantEmail')}
            />
            <TextInput label="Telefon" type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
          </Stack>
        </Fieldset>
        <ApplyMembership club={club} form={form} />
        <ApplyChildren club={club} form={form} />
        <ApplyAccount club={club} form={form} />
        <Textarea label="Bemerkung" autosize minRows={2} maxLength={1000} {...form.getInputProps('note')} />
        <ApplyConsents club={club} texts={texts} form={form} />
        <FormProblem error={apply.error} fields={Object.keys(form.values)} />
        {checkout(wishesOf(form.values), (isCharged) => (
          <Button
            type="submit"
            loading={apply.isPending}
            h="auto"
            mih={44}
            py="xs"
            style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
            styles={{ label: { whiteSpace: 'normal' } }}
          >
            {isCharged ? 'Zahlungspflichtig Mitgliedschaft beantragen' : 'Mitgliedschaft beantragen'}
          </Button>
        ))}
      </Stack>
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
