import { Stack, TextInput, Title } from '@mantine/core';
import type { SyntheticEvent } from 'react';
import type { ClubEntry } from '#shared/club/clubEntry.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { ClubFlags } from './ClubFlags.tsx';
import classes from '../audit/audit.module.css';
import { clubChangeOf, clubShape, clubValuesOf, type ClubValues } from './clubValues.ts';
import { FooterLinks } from './FooterLinks.tsx';
import { useUpdateClub } from './queries.ts';

/** Edits the public data of a club. */
export function ClubForm({ club }: { club: ClubEntry }) {
  const update = useUpdateClub();
  const { form, version, adopt, clash, discard } = useRowForm(club, clubValuesOf(club), clubShape);

  const save = (values: ClubValues) =>
    update.mutate(
      { ...clubChangeOf(values), name: club.name, version },
      {
        onSuccess: (saved) => {
          form.resetDirty();
          adopt(saved.version, clubValuesOf(saved));
          notify(`Die Angaben zu ${saved.displayName} sind gespeichert.`);
        },
        onError: (error) => applyProblem(form, error),
      },
    );

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="xl">
        <Stack gap="sm" className={classes['fields']}>
          <TextInput label="Anzeigename" required {...form.getInputProps('displayName')} />
          <TextInput label="Leitspruch" {...form.getInputProps('slogan')} />
          <TextInput label="Seitentitel" description="Steht im Fenster des Browsers." required {...form.getInputProps('title')} />
          <TextInput
            label="Kopfbild"
            description="Adresse eines eigenen Bildes, zum Beispiel /clubs/rwa-header.svg"
            {...form.getInputProps('image')}
          />
          {form.values.image.startsWith('/') && (
            <img
              key={form.values.image}
              src={form.values.image}
              alt="Vorschau des Kopfbilds"
              className={classes['preview']}
              onError={hide}
            />
          )}
        </Stack>
        <section>
          <Title order={3} size="h5" mb="xs">
            Bereiche
          </Title>
          <ClubFlags form={form} />
        </section>
        <section>
          <Title order={3} size="h5" mb="xs">
            Links in der Fußzeile
          </Title>
          <FooterLinks form={form} />
        </section>
        <FormProblem error={update.error} fields={Object.keys(form.values)} clash={clash} />
        <SaveBar form={form} saving={update} onDiscard={discard} />
      </Stack>
    </form>
  );
}

/** Hides the broken image of a half-typed URL. */
function hide({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.hidden = true;
}
