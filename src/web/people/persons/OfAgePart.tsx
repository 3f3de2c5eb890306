import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ofAgeContact, type OfAge } from '#shared/people/ofAge/contract.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { ofAgeQuery } from './linkQueries.ts';

/** Parents' decisions that a person who came of age has to renew; renders nothing for others (/profile/consents). */
export function OfAgePart() {
  const query = useQuery(ofAgeQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.length === 0) return null;
  return (
    <PagePart
      title="Mit 18 entscheiden Sie selbst"
      lead="Bisher haben andere für Sie entschieden. Bitte prüfen Sie, ob das noch stimmt; bis dahin bleibt es, wie es ist."
    >
      <Stack gap="lg">
        {data.map((one) => (
          <Stack key={one.personId} gap="lg">
            {one.contact && <ContactForm personId={one.personId} contact={one.contact} />}
            {one.payment && <PaymentQuestion personId={one.personId} payment={one.payment} />}
          </Stack>
        ))}
      </Stack>
    </PagePart>
  );
}

function useAnswers() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['people'] });
  return {
    setContact: useMutation({ mutationFn: (input: Parameters<typeof api.ofAge.setContact>[0]) => api.ofAge.setContact(input), onSettled }),
    keepPayment: useMutation({ mutationFn: (id: string) => api.ofAge.keepPayment({ id }), onSettled }),
  };
}

function ContactForm({ personId, contact: stored }: { personId: string; contact: NonNullable<OfAge['contact']> }) {
  const { version: _version, ...contact } = stored;
  const { setContact } = useAnswers();
  const { form, version, clash } = useRowForm(stored, contact, ofAgeContact);
  const submit = form.onSubmit((values) =>
    setContact.mutate(
      { ...values, id: personId, version },
      { onSuccess: () => (form.resetDirty(), notify('Ihr Kontakt ist bestätigt.')), onError: (error) => applyProblem(form, error) },
    ),
  );
  return (
    <form onSubmit={submit} noValidate aria-label="Wie der Verein Sie erreicht">
      <Stack gap="sm">
        <Text fw={600}>Wie erreicht der Verein Sie, und wen ruft er im Notfall an?</Text>
        <TextInput label="E-Mail" type="email" maxLength={254} {...form.getInputProps('email')} />
        <TextInput label="Handy" type="tel" maxLength={40} {...form.getInputProps('mobile')} />
        <TextInput label="Im Notfall: wer?" maxLength={80} {...form.getInputProps('emergencyName')} />
        <TextInput label="Im Notfall: Telefon" type="tel" maxLength={40} {...form.getInputProps('emergencyPhone')} />
        <FormProblem error={setContact.error} fields={Object.keys(form.values)} clash={clash} />
        <Group>
          <Button type="submit" loading={setContact.isPending}>
            Kontakt bestätigen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PaymentQuestion({ personId, payment }: { personId: string; payment: NonNullable<OfAge['payment']> }) {
  const { keepPayment } = useAnswers();
  const keep = () => keepPayment.mutate(personId, { onSuccess: () => notify('Es wird weiter so bezahlt.'), onError: notifyProblem });
  return (
    <section aria-label="Wie Ihr Beitrag bezahlt wird">
      <Stack gap="sm">
        <Text fw={600}>Wie wird Ihr Beitrag bezahlt?</Text>
        <Text>{wordsOf(payment)}</Text>
        <Group>
          <Button variant="default" loading={keepPayment.isPending} onClick={keep}>
            So soll es bleiben
          </Button>
          <Button variant="default" component={Link} to="/profile/family">
            Anderes Konto angeben
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

function wordsOf({ payer, account, accountHolder }: NonNullable<OfAge['payment']>): string {
  if (payer) return `${payer} zahlt für Sie.`;
  return account
    ? `Der Verein zieht von Ihrem Konto ${account} ein (Inhaber: ${accountHolder}).`
    : 'Der Verein zieht von keinem Konto ein: Sie überweisen selbst.';
}
