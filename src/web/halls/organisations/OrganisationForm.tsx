import { Checkbox, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import {
  organisationChange,
  organisationInput,
  organisationKindNames,
  outsideKinds,
  type Organisation,
  type OrganisationInput,
} from '#shared/halls/organisations.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { ContactsField } from './ContactsField.tsx';
import { sentOf, valuesOf, type OrganisationFormType } from './organisationValues.ts';
import { useOrganisationMutations } from './queries.ts';

const kinds = outsideKinds.map((kind) => ({ value: kind, label: organisationKindNames[kind] }));
const classNames = ['1 – Schule', '2 – Jugend', '3 – Erwachsene', '4 – Sonstige', '5 – Vermietung'];
const classes = [
  { value: '', label: 'Nach Art und Altersgruppe' },
  ...classNames.map((label, index) => ({ value: String(index + 1), label })),
];

type OrganisationFormProps = { organisation: Organisation | undefined; club: ClubName; onDone: (id: string) => void };

/** Creates or edits an organisation. */
export function OrganisationForm({ organisation, club, onDone }: OrganisationFormProps) {
  const { create, update } = useOrganisationMutations();
  const shape = z
    .custom<OrganisationInput>()
    .transform((values): z.input<typeof organisationInput> => sentOf(values))
    .pipe(organisation ? organisationChange : organisationInput);
  const { form, version, adopt, clash, discard, draft } = useRowForm<OrganisationInput>(
    organisation ?? { version: 1 },
    valuesOf(organisation),
    shape,
    { draft: `organisation.${organisation?.id ?? 'neu'}` },
  );
  const running = organisation ? update : create;

  const settle = {
    onSuccess: (saved: Organisation) => {
      draft.clear();
      form.resetDirty();
      adopt(saved.version, valuesOf(saved));
      notify(`„${saved.name}“ ist gespeichert.`);
      onDone(saved.id);
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const save = (typed: OrganisationInput) => {
    const values = sentOf(typed);
    if (organisation) update.mutate({ ...values, id: organisation.id, version }, settle);
    else create.mutate({ ...values, club }, settle);
  };

  return (
    <form onSubmit={form.onSubmit(save, focusFault(form))} noValidate>
      <Stack>
        <FoundDraft draft={draft} form={form} />
        {!organisation?.club && (
          <>
            <TextInput label="Name" required maxLength={120} {...form.getInputProps('name')} />
            <Select label="Art" data={kinds} allowDeselect={false} {...form.getInputProps('kind')} />
          </>
        )}
        <ContactsField form={form} />
        <AddressFields form={form} />
        <Select
          label="Vorrang"
          data={classes}
          allowDeselect={false}
          value={String(form.values.priorityClass ?? '')}
          onChange={(value) => form.setFieldValue('priorityClass', value ? Number(value) : null)}
        />
        <Textarea label="Notiz (nur für die Hallenverwaltung)" autosize maxLength={1000} {...form.getInputProps('note')} />
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <SaveBar form={form} saving={running} isNew={!organisation} onDiscard={discard} />
      </Stack>
    </form>
  );
}

/** The address, and the contact data of the organisation itself. */
function AddressFields({ form }: { form: OrganisationFormType }) {
  return (
    <>
      <Group align="flex-start">
        <TextInput label="Straße" maxLength={120} flex="2 1 12rem" {...form.getInputProps('street')} />
        <TextInput label="PLZ" inputMode="numeric" maxLength={5} w={90} {...form.getInputProps('postcode')} />
        <TextInput label="Ort" maxLength={80} flex="1 1 9rem" {...form.getInputProps('city')} />
      </Group>
      <Group grow align="flex-start">
        <TextInput label="E-Mail der Organisation" type="email" maxLength={254} {...form.getInputProps('email')} />
        <TextInput label="Telefon der Organisation" type="tel" maxLength={40} {...form.getInputProps('phone')} />
      </Group>
      <Group>
        <Checkbox label="Am Ort" {...form.getInputProps('isLocal', { type: 'checkbox' })} />
        <Checkbox label="Gemeinnützig" {...form.getInputProps('isNonProfit', { type: 'checkbox' })} />
      </Group>
    </>
  );
}
