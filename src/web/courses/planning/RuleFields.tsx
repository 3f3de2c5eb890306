import { ActionIcon, Button, Checkbox, Group, NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { DateTimePicker } from '@mantine/dates';
import { cancelRuleInWords } from '#shared/courses/cancellation.ts';
import { leavingInWords } from '#shared/courses/leaving.ts';
import { isTriable } from '#shared/courses/trials/trialRules.ts';
import { today } from '#web/lib/berlinDay.ts';
import { NoticeFields } from './NoticeFields.tsx';
import { consentNames, requirableConsents } from '#shared/people/consents.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { fieldPath } from '#web/ui/forms/fieldPath.ts';
import type { Form } from './BasicFields.tsx';
import { toInstant, toLocalText } from './courseForm.ts';
import { ReplyFields } from '../replies/ReplyFields.tsx';
import { TrialField } from '../trials/TrialField.tsx';
import { fieldWidths } from './fieldWidths.ts';

/** As many as have room for their labels: beside the index of the form there are three. */
const besideEachOther = { base: 2, '600px': 3, '960px': 4 };

type NumberName = 'placesMin' | 'placesMax' | 'waitlistMax' | 'ageMin' | 'ageMax';

/** Seats, the opening of enrolment per class, and the rules of the waiting list. */
export function PlaceFields({ form }: { form: Form }) {
  return (
    <>
      <SimpleGrid type="container" cols={besideEachOther}>
        <NumberOrNone form={form} name="placesMax" label="Plätze" placeholder="ohne Grenze" />
        <NumberOrNone form={form} name="placesMin" label="Mindestens" />
        <NumberInput label="Davon reserviert" min={0} {...form.getInputProps('placesReserved')} />
        <NumberOrNone form={form} name="waitlistMax" label="Warteliste höchstens" />
        <NumberInput label="Angebot gilt (Stunden)" min={1} max={336} {...form.getInputProps('waitlistOfferHours')} />
        <Select
          label="Anmeldung"
          allowDeselect={false}
          data={[
            { value: 'open', label: 'online, sofort' },
            { value: 'approval', label: 'online, mit Zusage' },
            { value: 'none', label: 'ohne Anmeldung' },
            { value: 'external', label: 'auf anderer Seite' },
          ]}
          {...form.getInputProps('registration')}
        />
        <Select
          label="Später einsteigen"
          allowDeselect={false}
          data={[
            { value: 'prorata', label: 'ja, anteiliger Preis' },
            { value: 'full', label: 'ja, voller Preis' },
            { value: 'no', label: 'nein' },
          ]}
          {...form.getInputProps('lateJoin')}
        />
        {form.values.registration === 'external' && <TextInput label="Adresse (https://…)" {...form.getInputProps('externalUrl')} />}
      </SimpleGrid>
      <SimpleGrid type="container" cols={besideEachOther}>
        <Instant form={form} name="returningFrom" label="Ab: bisherige Teilnehmer" />
        <Instant form={form} name="memberFrom" label="Ab: Mitglieder" />
        <Instant form={form} name="publicFrom" label="Ab: alle" />
        <Instant form={form} name="closesAt" label="Anmeldeschluss" />
      </SimpleGrid>
      <Checkbox
        label="Warteliste streng der Reihe nach (Familien werden nicht übersprungen)"
        {...form.getInputProps('isStrictQueue', { type: 'checkbox' })}
      />
    </>
  );
}

/** Eligibility, visibility, and the cancellation fee. */
export function RuleFields({ form }: { form: Form }) {
  const { values } = form;
  const isGroup = values.kind === 'permanent';
  return (
    <>
      <SimpleGrid type="container" cols={besideEachOther}>
        <NumberOrNone form={form} name="ageMin" label="Alter ab" />
        <NumberOrNone form={form} name="ageMax" label="Alter bis" />
        <Select
          label="Alter gilt"
          allowDeselect={false}
          data={[
            ...(isGroup ? [] : [{ value: 'course_start', label: 'bei Kursbeginn' }]),
            { value: 'session', label: 'am Termin' },
            { value: 'birth_year', label: isGroup ? 'nach Jahrgang der Saison' : 'nach Jahrgang' },
          ]}
          {...form.getInputProps('ageReference')}
          {...(isGroup && values.ageReference === 'course_start' && { value: 'session' })}
        />
        <Select
          label="Für"
          allowDeselect={false}
          data={[
            { value: 'any', label: 'alle' },
            { value: 'w', label: 'Frauen und Mädchen' },
            { value: 'm', label: 'Männer und Jungen' },
          ]}
          {...form.getInputProps('gender')}
        />
        <Select
          label="Sichtbar"
          allowDeselect={false}
          data={[
            { value: 'public', label: 'für alle' },
            { value: 'members', label: 'nach Anmeldung' },
            { value: 'internal', label: 'nur intern' },
          ]}
          {...form.getInputProps('visibility')}
        />
        <TextInput label="Voraussetzung" placeholder="z. B. Seepferdchen" {...form.getInputProps('requiredQualification')} />
        {!isGroup && <FreeFields form={form} />}
        {isTriable(values.kind) && <TrialField form={form} />}
        <ReplyFields form={form} mayBeTried={isTriable(values.kind) && values.trialSessions > 0} />
      </SimpleGrid>
      <Group>
        <Checkbox label="Nur für Mitglieder" {...form.getInputProps('isMembersOnly', { type: 'checkbox' })} />
        <Checkbox label="Unter 18 meldet ein Elternteil an" {...form.getInputProps('requiresGuardian', { type: 'checkbox' })} />
        <Checkbox label="Absagen geht selbst" {...form.getInputProps('isSelfCancel', { type: 'checkbox' })} />
      </Group>
      <Checkbox.Group
        label="Einwilligungen, ohne die niemand mitmacht"
        description="Wer anmeldet, muss sie ankreuzen; gehalten werden sie mit Fassung und Zeit. Freiwilliges gehört nicht hierher."
        {...form.getInputProps('requiredConsents')}
      >
        <Group mt="xs">
          {requirableConsents.map((purpose) => (
            <Checkbox key={purpose} value={purpose} label={consentNames[purpose]} />
          ))}
        </Group>
      </Checkbox.Group>
      {isGroup && <NoticeFields form={form} />}
      {!isGroup &&
        values.cancelTiers.map((tier, at) => (
          <Group key={`${at}-${tier.cents === undefined}`} align="flex-end" gap="xs">
            <NumberInput label="Ab Tagen vor Beginn" flex={fieldWidths.short} min={0} {...form.getInputProps(`cancelTiers.${at}.days`)} />
            <NumberInput
              label="Prozent des Preises"
              flex={fieldWidths.short}
              min={0}
              max={100}
              {...form.getInputProps(`cancelTiers.${at}.percent`)}
            />
            <ActionIcon variant="default" size={36} aria-label="Stufe entfernen" onClick={() => form.removeListItem('cancelTiers', at)}>
              <Icon name="trash" />
            </ActionIcon>
          </Group>
        ))}
      {!isGroup && (
        <Group>
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={18} />}
            onClick={() => form.insertListItem('cancelTiers', { days: Math.max(0, values.cancelFreeUntilDays - 1), percent: 50 })}
          >
            Stufe der Absagegebühr
          </Button>
        </Group>
      )}
      <Text size="sm" c="dimmed" component="output">
        {(isGroup ? leavingInWords(values, null, today()) : cancelRuleInWords(values)).join(' ')}
      </Text>
    </>
  );
}

function NumberOrNone({ form, name, ...words }: { form: Form; name: NumberName; label: string; placeholder?: string }) {
  return (
    <NumberInput
      {...words}
      min={0}
      value={form.values[name] ?? ''}
      onChange={(value) => form.setFieldValue(name, value === '' ? null : Number(value))}
      error={form.errors[name]}
      data-path={fieldPath(form, name)}
    />
  );
}

function Instant({ form, name, label }: { form: Form; name: 'returningFrom' | 'memberFrom' | 'publicFrom' | 'closesAt'; label: string }) {
  return (
    <DateTimePicker
      label={label}
      clearable
      valueFormat="DD.MM.YYYY HH:mm"
      value={toLocalText(form.values[name])}
      onChange={(value) => form.setFieldValue(name, toInstant(value))}
      error={form.errors[name]}
      data-path={fieldPath(form, name)}
    />
  );
}

/** Until when cancellation is free. */
function FreeFields({ form }: Pick<Parameters<typeof RuleFields>[0], 'form'>) {
  return (
    <>
      <NumberInput label="Kostenlos absagen bis (Tage vorher)" min={0} max={365} {...form.getInputProps('cancelFreeUntilDays')} />
      <NumberInput
        label="Danach noch kostenlos (Stunden)"
        description="Nach der Anmeldung, höchstens bis zum ersten Termin"
        min={0}
        max={336}
        {...form.getInputProps('graceHours')}
      />
    </>
  );
}
