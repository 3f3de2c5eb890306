import { Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { courseKindNames } from '#shared/courses/courseWords.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { emptyRichText } from '#shared/kernel/richText.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { AltTextField } from '#web/ui/files/AltTextField.tsx';
import { PictureField } from '#web/ui/files/PictureField.tsx';
import { usePictureChoice } from '#web/ui/files/usePictureChoice.tsx';
import { pricesFor, type CourseValues } from './courseForm.ts';
import { RichTextField } from '#web/ui/text/RichTextField.tsx';

export type Form = UseFormReturnType<CourseValues>;

/** The basic facts of the offer; `club` is the organising club, not the editor's. */
export function BasicFields({ form, club }: { form: Form; club: ClubName }) {
  const { kind, prices } = form.values;
  const departments = useDepartmentChoices(club, form.values.departmentId);
  return (
    <>
      <TextInput label="Titel" required maxLength={120} {...form.getInputProps('title')} />
      <TextInput label="Untertitel" maxLength={160} {...form.getInputProps('subtitle')} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        <Select
          label="Art"
          data={Object.entries(courseKindNames).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('kind')}
          onChange={(chosen) => {
            form.getInputProps('kind').onChange(chosen);
            // It takes place in the holidays, when other offers have no sessions.
            if (chosen === 'holiday') form.setFieldValue('holidayMode', 'keep');
            form.setFieldValue('prices', pricesFor(keysOf(courseKindNames).find((one) => one === chosen) ?? kind, prices));
          }}
        />
        <TextInput label="Kursnummer" placeholder="wird vergeben" {...form.getInputProps('number')} />
        <Select label="Abteilung" data={departments} clearable {...form.getInputProps('departmentId')} />
        <TextInput label="Treffpunkt ohne Halle" placeholder="z. B. Stadtpark" maxLength={120} {...form.getInputProps('place')} />
      </SimpleGrid>
    </>
  );
}

/** The description on the offer's page. */
export function TextFields({ form, club, textKey }: { form: Form; club: ClubName; textKey: string }) {
  const picture = usePictureChoice(club, 'courses');
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Niveau" {...form.getInputProps('level')} />
        <TextInput label="Mitbringen" {...form.getInputProps('bringNote')} />
      </SimpleGrid>
      <RichTextField
        key={textKey}
        label="Beschreibung"
        value={form.values.description ?? emptyRichText}
        onChange={(text) => form.setFieldValue('description', text)}
        error={form.errors['description']}
        choosePicture={picture.choose}
      />
      {picture.dialog}
      <PictureField
        label="Bild"
        club={club}
        folder="courses"
        value={form.values.image ?? ''}
        onChange={(path) => form.setFieldValue('image', path || null)}
      />
      {form.values.image && <AltTextField maxLength={200} {...form.getInputProps('imageAlt')} />}
    </>
  );
}

/** The contact for questions. */
export function ContactFields({ form }: { form: Form }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      <TextInput label="Ansprechpartner" {...form.getInputProps('contactName')} />
      <TextInput label="E-Mail" type="email" {...form.getInputProps('contactEmail')} />
      <TextInput label="Telefon" type="tel" {...form.getInputProps('contactPhone')} />
    </SimpleGrid>
  );
}
