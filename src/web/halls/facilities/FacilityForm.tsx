import { Accordion, Button, Checkbox, Group, NumberInput, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { may } from '#shared/kernel/rights.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import {
  checkedFacility,
  facilityKindNames,
  facilityTarget,
  gridMinutes,
  ownerKindNames,
  publicDetailNames,
  type Facility,
  type FacilityInput,
} from '#shared/halls/facilities.ts';
import type { User } from '#shared/kernel/user.ts';
import { slugOf } from '#shared/kernel/slug.ts';
import { Colleagues } from '#web/accounts/parts/Colleagues.tsx';
import { useSavedBy } from '#web/accounts/parts/useSavedBy.ts';
import { AltTextField } from '#web/ui/files/AltTextField.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { focusFault } from '#web/ui/forms/focusFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PictureField } from '#web/ui/files/PictureField.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import type { FacilityFormType } from './facilityValues.ts';
import { OpeningsField } from './OpeningsField.tsx';
import { useFacilityMutations } from './queries.ts';
import { RulesFileField } from './RulesFileField.tsx';
import { UnitsField } from './UnitsField.tsx';

type FacilityFormProps = {
  facility: Facility | undefined;
  values: FacilityInput;
  viewer: User;
  onDone: (id: string) => void;
  onGone: () => void;
};

const options = (names: { readonly [value: string]: string }) => Object.entries(names).map(([value, label]) => ({ value, label }));

/** The fields of each collapsed section: a section with an invalid field opens, so that the error is visible. */
const foldedFields: { readonly [part: string]: RegExp } = {
  place: /^(street|postcode|city|latitude|longitude|owner\w+|managerClub|caretaker\w+|keyNote)/,
  rules: /^(gridMinutes|bufferMinutes|m(in|ax)Minutes|leadDays|maxAdvanceDays|minParticipants|publicDetail|rulesFile)/,
  look: /^(image|imageAlt|description|surface|equipment)/,
};

/** Creates or edits a facility with its units, hours and rules. */
export function FacilityForm({ facility, values, viewer, onDone, onGone }: FacilityFormProps) {
  const { create, update, remove } = useFacilityMutations();
  const savedBy = useSavedBy('facility', facility);
  const { form, version, clash, discard, draft } = useRowForm<FacilityInput>({ version: facility?.version ?? 1 }, values, checkedFacility, {
    draft: `facility.${facility?.id ?? 'neu'}`,
  });
  const [opened, setOpened] = useState<string[]>([]);
  const running = facility ? update : create;

  const save = (typed: FacilityInput) => {
    const settle = {
      onSuccess: (saved: Facility & { outside?: number }) => {
        draft.clear();
        form.resetDirty();
        const outside = saved.outside ? ` ${saved.outside} künftige Belegungen liegen jetzt außerhalb der Öffnungszeiten.` : '';
        notify(`„${saved.name}“ ist gespeichert.${outside}`);
        onDone(saved.id);
      },
      onError: (error: unknown) => applyProblem(form, error),
    };
    if (facility) update.mutate({ ...typed, id: facility.id, version }, settle);
    else create.mutate({ ...typed, slug: typed.slug || slugOf(typed.name) }, settle);
  };
  const showFaults = (errors: { readonly [path: string]: unknown }, tried?: unknown, event?: FormEvent) => {
    const found = Object.entries(foldedFields).filter(([, paths]) => Object.keys(errors).some((path) => paths.test(path)));
    setOpened([...new Set([...opened, ...found.map(([name]) => name)])]);
    focusFault(form)(errors, tried, event);
  };
  const nameAddress = () => !facility && !form.isTouched('slug') && form.setFieldValue('slug', slugOf(form.getValues().name));
  const askRemoval = (one: Facility) =>
    confirm({
      title: 'Sportstätte löschen?',
      text: `„${one.name}“ wird mit ihren vergangenen Belegungen gelöscht.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(one.id, { onSuccess: onGone, onError: notifyProblem }),
    });
  const mayDelete = facility && may({ role: viewer.role.name }, 'facilities.delete', facilityTarget(viewer.club.name, facility));
  return (
    <form onSubmit={form.onSubmit(save, showFaults)} noValidate>
      <Stack>
        <FoundDraft draft={draft} form={form} />
        <Colleagues kind="facility" record={facility?.id} club={facility?.managerClub ?? viewer.club.name} isChanging={form.isDirty()} />
        <TextInput label="Name" required {...form.getInputProps('name')} onBlur={nameAddress} />
        <TextInput label="Adresse der Türseite" description="/halls/…" required {...form.getInputProps('slug')} />
        <Group grow>
          <Select label="Art" data={options(facilityKindNames)} allowDeselect={false} {...form.getInputProps('kind')} />
          <NumberInput label="Höchstens Personen" min={1} allowDecimal={false} {...number(form, 'capacityPersons')} />
        </Group>
        <UnitsField form={form} />
        <OpeningsField form={form} />
        <Accordion multiple variant="contained" value={opened} onChange={setOpened}>
          <Accordion.Item value="place">
            <Accordion.Control>Ort, Eigentümer, Kontakt</Accordion.Control>
            <Accordion.Panel>
              <PlaceFields form={form} viewer={viewer} />
            </Accordion.Panel>
          </Accordion.Item>
          <Accordion.Item value="rules">
            <Accordion.Control>Buchungsregeln</Accordion.Control>
            <Accordion.Panel>
              <RuleFields form={form} />
            </Accordion.Panel>
          </Accordion.Item>
          <Accordion.Item value="look">
            <Accordion.Control>Bild und Beschreibung</Accordion.Control>
            <Accordion.Panel>
              <LookFields form={form} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} savedBy={savedBy} />
        {facility && mayDelete && (
          <Button variant="outline" color="danger" style={{ alignSelf: 'flex-start' }} onClick={() => askRemoval(facility)}>
            Löschen
          </Button>
        )}
        <SaveBar form={form} saving={running} isNew={!facility} onDiscard={discard} />
      </Stack>
    </form>
  );
}

function PlaceFields({ form, viewer }: { form: FacilityFormType; viewer: User }) {
  const clubs = clubNames.map((name) => ({ value: name, label: name }));
  return (
    <Stack gap="sm">
      <TextInput label="Straße und Hausnummer" {...form.getInputProps('street')} />
      <Group grow>
        <TextInput label="Postleitzahl" inputMode="numeric" {...form.getInputProps('postcode')} />
        <TextInput label="Ort" {...form.getInputProps('city')} />
      </Group>
      <Group grow>
        <NumberInput label="Breite (Karte)" decimalScale={6} {...number(form, 'latitude')} />
        <NumberInput label="Länge (Karte)" decimalScale={6} {...number(form, 'longitude')} />
      </Group>
      <Select label="Gehört" data={options(ownerKindNames)} allowDeselect={false} {...form.getInputProps('ownerKind')} />
      <Select label="Verein als Eigentümer" data={clubs} clearable {...form.getInputProps('ownerClub')} />
      <TextInput label="Name des Eigentümers" {...form.getInputProps('ownerName')} />
      {viewer.role.name === 'super' && (
        <Select label="Verwaltet von" data={clubs} allowDeselect={false} {...form.getInputProps('managerClub')} />
      )}
      <TextInput label="Hausmeister" {...form.getInputProps('caretakerName')} />
      <TextInput label="Telefon des Hausmeisters" type="tel" {...form.getInputProps('caretakerPhone')} />
      <Textarea
        label="Hinweis zum Schlüssel"
        description="Sehen nur Übungsleiter und Vorstand"
        autosize
        {...form.getInputProps('keyNote')}
      />
    </Stack>
  );
}

function RuleFields({ form }: { form: FacilityFormType }) {
  return (
    <Stack gap="sm">
      <Select
        label="Raster"
        data={gridMinutes.map((minutes) => ({ value: String(minutes), label: `${minutes} Minuten` }))}
        allowDeselect={false}
        {...form.getInputProps('gridMinutes')}
        value={String(form.values.gridMinutes)}
        onChange={(value) => form.setFieldValue('gridMinutes', Number(value))}
      />
      <NumberInput label="Puffer nach jeder Belegung (Minuten)" min={0} {...number(form, 'bufferMinutes', 0)} />
      <Group grow>
        <NumberInput label="Kürzeste Zeit (Minuten)" min={5} {...number(form, 'minMinutes', 5)} />
        <NumberInput label="Längste Zeit (Minuten)" min={5} {...number(form, 'maxMinutes', 1440)} />
      </Group>
      <Group grow>
        <NumberInput label="Mindestens … Tage vorher" min={0} {...number(form, 'leadDays', 0)} />
        <NumberInput label="Höchstens … Tage im Voraus" min={1} {...number(form, 'maxAdvanceDays', 400)} />
      </Group>
      <NumberInput label="Mindestens Personen" min={1} {...number(form, 'minParticipants')} />
      <Checkbox label="Buchungen brauchen eine Zusage" {...form.getInputProps('needsApproval', { type: 'checkbox' })} />
      <Checkbox label="In Schulferien geschlossen" {...form.getInputProps('closedInSchoolHolidays', { type: 'checkbox' })} />
      <Checkbox label="An Feiertagen geschlossen" {...form.getInputProps('closedOnPublicHolidays', { type: 'checkbox' })} />
      <Select
        label="Der Plan an der Tür zeigt"
        data={options(publicDetailNames)}
        allowDeselect={false}
        {...form.getInputProps('publicDetail')}
      />
      <Checkbox label="Wird vergeben" {...form.getInputProps('isActive', { type: 'checkbox' })} />
      <RulesFileField form={form} />
    </Stack>
  );
}

function LookFields({ form }: { form: FacilityFormType }) {
  return (
    <Stack gap="sm">
      <PictureField
        label="Bild"
        club={form.values.managerClub}
        folder="facilities"
        value={form.values.image}
        onChange={(path) => form.setFieldValue('image', path)}
      />
      {form.values.image !== '' && <AltTextField {...form.getInputProps('imageAlt')} />}
      <Textarea label="Beschreibung" autosize minRows={3} {...form.getInputProps('description')} />
      <TextInput label="Belag" {...form.getInputProps('surface')} />
      <TagsInput label="Ausstattung" {...form.getInputProps('equipment')} />
      <Checkbox label="Barrierefrei zugänglich" {...form.getInputProps('isAccessible', { type: 'checkbox' })} />
    </Stack>
  );
}

type NumberField =
  | 'capacityPersons'
  | 'latitude'
  | 'longitude'
  | 'bufferMinutes'
  | 'minMinutes'
  | 'maxMinutes'
  | 'leadDays'
  | 'maxAdvanceDays'
  | 'minParticipants';

/** The props of a number field. Empty means no number; a required number becomes `whenEmpty` on blur. */
function number(form: FacilityFormType, field: NumberField, whenEmpty: number | null = null) {
  const { onChange: set, ...props } = form.getInputProps(field);
  return {
    ...props,
    value: form.values[field] ?? '',
    onChange: (value: string | number) => set(typeof value === 'number' ? value : null),
    onBlur: () => form.values[field] === null && set(whenEmpty),
  };
}
