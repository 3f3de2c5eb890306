import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ContentPage } from '#shared/content/contentPages.ts';
import type { LegalKind } from '#shared/content/legalPages.ts';
import { slugOf } from '#shared/kernel/slug.ts';
import { Colleagues } from '#web/accounts/parts/Colleagues.tsx';
import { useSavedBy } from '#web/accounts/parts/useSavedBy.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { RichTextField } from '#web/ui/text/RichTextField.tsx';
import { usePictureChoice } from '#web/ui/files/usePictureChoice.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { Hindrances } from '../parts/Hindrances.tsx';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { PagePlace } from './PagePlace.tsx';
import { newValues, pageShape, valuesOf, type PageValues } from './pageValues.ts';
import { usePageMutations } from './queries.ts';

type PageFormProps = {
  page: ContentPage | undefined;
  club: ClubName;
  /** The legal kind that a new page starts with. */ kind: LegalKind | undefined;
  onCreated: (id: string) => void;
};

/** The text of a page and its place in the tree. Input is kept in this browser until it is saved. */
export function PageForm({ page, club, kind, onCreated }: PageFormProps) {
  const { create, update } = usePageMutations();
  const savedBy = useSavedBy('page', page);
  const { form, version, adopt, edition, clash, discard, draft } = useRowForm<PageValues>(
    page ?? { version: 0 },
    page ? valuesOf(page) : newValues(kind),
    pageShape,
    { draft: `page.${page?.id ?? ['neu', club, kind].filter(Boolean).join('.')}` },
  );
  const [taken, setTaken] = useState(0);
  const picture = usePictureChoice(club, 'pages');
  const { error } = page ? update : create;

  const save = (values: PageValues) => {
    const onError = (failure: unknown) => applyProblem(form, failure);
    const onSuccess = (saved: ContentPage) => {
      draft.clear();
      form.resetDirty();
      adopt(saved.version, valuesOf(saved));
      notify(saved.state === 'published' ? 'Die Seite ist gespeichert und veröffentlicht.' : 'Der Entwurf ist gespeichert.');
      if (!page) onCreated(saved.id);
    };
    if (page) update.mutate({ id: page.id, version, ...values }, { onError, onSuccess });
    else create.mutate({ club, ...values }, { onError, onSuccess });
  };
  const proposeSlug = () => {
    if (!page && form.values.slug === '') form.setFieldValue('slug', slugOf(form.values.title));
  };

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} onTaken={() => setTaken(taken + 1)} />
        <Colleagues kind="page" record={page?.id} club={club} isChanging={form.isDirty()} />
        <TextInput label="Titel" required maxLength={140} {...form.getInputProps('title')} onBlurCapture={proposeSlug} />
        <RichTextField
          // The editor reads its text only on mount.
          key={`${edition('body')}.${taken}`}
          label="Text"
          value={form.values.body}
          onChange={(body) => form.setFieldValue('body', body)}
          error={form.errors['body']}
          choosePicture={picture.choose}
        />
        <Hindrances text={form.values.body} label="Text" />
        <PagePlace form={form} page={page} club={club} onText={() => setTaken(taken + 1)} />
        <FormProblem error={error} fields={Object.keys(form.values)} clash={clash} savedBy={savedBy} />
        <SaveBar form={form} saving={page ? update : create} isNew={!page} onDiscard={discard} />
      </Stack>
      {picture.dialog}
    </form>
  );
}
