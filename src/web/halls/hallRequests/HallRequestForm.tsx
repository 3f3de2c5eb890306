import { Anchor, Button, Group, NativeSelect, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { z } from 'zod';
import { ageGroupNames, ageGroups } from '#shared/halls/bookingStates.ts';
import { hallRequestInput, type RequestableHall } from '#shared/halls/hallRequests/hallRequests.ts';
import { organisationKindNames, outsideKinds } from '#shared/halls/organisations.ts';
import { boot } from '#web/lib/boot.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { HoneyPot } from '#web/ui/forms/honeyPot/HoneyPot.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useHallRequestMutations } from './queries.ts';
import { newWant, WantsField, type HallRequestFormType } from './WantsField.tsx';

const kinds = outsideKinds.map((value) => ({ value, label: organisationKindNames[value] }));
const ages = [{ value: '', label: 'Bitte wählen' }, ...ageGroups.map((value) => ({ value, label: ageGroupNames[value] }))];

/** A request from outside: contact, purpose and hours; a mail asks for confirmation. */
export const HallRequestForm = inDesignSystem(Fields);

function Fields({ halls }: { halls: readonly RequestableHall[] }) {
  const { create } = useHallRequestMutations();
  const form = useShapeForm<z.input<typeof hallRequestInput>>(newRequest(halls), hallRequestInput, { checksOnBlur: true });
  if (create.isSuccess)
    return (
      <output>
        <PagePart title="Bitte Mail bestätigen">
          <p>
            Wir haben an <strong>{form.values.email}</strong> geschrieben. Erst mit dem Link in der Mail wird Ihre Anfrage gelesen. Keine
            Mail da? Schauen Sie auch im Spam-Ordner nach.
          </p>
        </PagePart>
      </output>
    );
  const submit = form.onSubmit((values) => create.mutate(values, { onError: (error) => applyProblem(form, error) }), focusFault(form));
  return (
    <PagePart
      title="Wer, wofür und wann?"
      lead="Für Schulen, Volkshochschulen, andere Vereine und Gruppen ohne Konto. Sie bekommen eine Mail, sobald entschieden ist."
    >
      <form onSubmit={submit} noValidate style={{ maxWidth: '44rem' }}>
        <Stack>
          <WantsField form={form} halls={halls} />
          <PurposeFields form={form} />
          <ContactFields form={form} />
          <HoneyPot form={form} />
          <Text size="sm" c="dimmed">
            Ihre Angaben lesen nur die, die über die Halle entscheiden.{' '}
            <Anchor href={`/${boot.club.name.toLowerCase()}/datenschutz`} target="_blank" rel="noopener" underline="always">
              Datenschutz (in einem neuen Fenster)
            </Anchor>
          </Text>
          <FormProblem error={create.error} fields={Object.keys(form.values)} />
          <Button type="submit" loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
            Anfrage senden
          </Button>
        </Stack>
      </form>
    </PagePart>
  );
}

function PurposeFields({ form }: { form: HallRequestFormType }) {
  return (
    <FieldGroup legend="Wofür?">
      <Stack gap="sm">
        <TextInput label="Sport oder Anlass" required maxLength={80} {...form.getInputProps('purpose')} />
        <Group align="flex-start">
          <NativeSelect
            label="Altersgruppe"
            flex="1 1 10rem"
            data={ages}
            {...form.getInputProps('ageGroup')}
            value={form.values.ageGroup ?? ''}
            onChange={({ currentTarget }) => form.setFieldValue('ageGroup', ageGroups.find((one) => one === currentTarget.value) ?? null)}
          />
          <NumberInput
            label="Personen"
            flex="1 1 8rem"
            min={1}
            max={500}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('participants')}
            value={form.values.participants ?? ''}
            onChange={(value) => form.setFieldValue('participants', value === '' ? null : Number(value))}
          />
        </Group>
        <Textarea
          label="Was wir noch wissen sollten"
          description="Zum Beispiel andere Zeiten, die auch gehen."
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('message')}
        />
      </Stack>
    </FieldGroup>
  );
}

function ContactFields({ form }: { form: HallRequestFormType }) {
  return (
    <FieldGroup legend="Wer fragt an?">
      <Stack gap="sm">
        <Group align="flex-start">
          <TextInput
            label="Verein, Schule oder Gruppe"
            required
            maxLength={120}
            autoComplete="organization"
            flex="2 1 14rem"
            {...form.getInputProps('organisation')}
          />
          <NativeSelect label="Art" data={kinds} flex="1 1 10rem" {...form.getInputProps('kind')} />
        </Group>
        <TextInput label="Ihr Name" required maxLength={120} autoComplete="name" {...form.getInputProps('contactName')} />
        <Group align="flex-start">
          <TextInput
            label="E-Mail"
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            maxLength={254}
            flex="1 1 14rem"
            {...form.getInputProps('email')}
          />
          <TextInput label="Telefon" type="tel" autoComplete="tel" maxLength={40} flex="1 1 10rem" {...form.getInputProps('phone')} />
        </Group>
      </Stack>
    </FieldGroup>
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
