import { Button, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { newsInput, type EditedNews } from '#shared/content/news.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { slugOf } from '#shared/kernel/slug.ts';
import { Colleagues } from '#web/accounts/parts/Colleagues.tsx';
import { useSavedBy } from '#web/accounts/parts/useSavedBy.ts';
import { useDepartmentChoices } from '#web/club/parts/departments.ts';
import { authState } from '#web/lib/session/session.ts';
import { AltTextField } from '#web/ui/files/AltTextField.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PictureField } from '#web/ui/files/PictureField.tsx';
import { RichTextField } from '#web/ui/text/RichTextField.tsx';
import { usePictureChoice } from '#web/ui/files/usePictureChoice.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { Hindrances } from '../parts/Hindrances.tsx';
import { SaveBar } from '#web/ui/saving/SaveBar.tsx';
import { ArticleText } from './ArticleText.tsx';
import { NewsDates } from './NewsDates.tsx';
import { beginOf, toInput, valuesOf, type NewsValues } from './newsValues.ts';
import { useNewsMutations } from './queries.ts';

type NewsFormProps = { news: EditedNews | undefined; club: ClubName; onCreated: (id: string) => void };

/** The form holds local times; validation sees the resulting instants. */
const shape = z.custom<NewsValues>().transform(toInput).pipe(newsInput);

/** Edits an article. Input is kept in this browser until it is saved. */
export function NewsForm({ news, club, onCreated }: NewsFormProps) {
  const { create, update } = useNewsMutations();
  const savedBy = useSavedBy('news', news);
  const { form, version, adopt, edition, clash, discard, draft } = useRowForm<NewsValues>(news ?? { version: 0 }, valuesOf(news), shape, {
    draft: `news.${news?.id ?? `neu.${club}`}`,
  });
  const [taken, setTaken] = useState(0);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const picture = usePictureChoice(club, 'news');
  const departments = useDepartmentChoices(club, form.values.departmentId);

  const save = (values: NewsValues) => {
    const onError = (failure: unknown) => applyProblem(form, failure);
    const onSuccess = (saved: EditedNews) => {
      draft.clear();
      form.resetDirty();
      adopt(saved.version, valuesOf(saved));
      notify('Der Beitrag ist gespeichert.');
      if (!news) onCreated(saved.id);
    };
    if (news) update.mutate({ id: news.id, version, ...toInput(values) }, { onError, onSuccess });
    else create.mutate({ club, ...toInput(values) }, { onError, onSuccess });
  };
  const proposeSlug = () => {
    if (!news && form.values.slug === '') form.setFieldValue('slug', slugOf(form.values.title));
  };

  const { values, errors } = form;
  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} onTaken={() => setTaken(taken + 1)} />
        <Colleagues kind="news" record={news?.id} club={club} isChanging={form.isDirty()} />
        <TextInput label="Titel" required maxLength={140} {...form.getInputProps('title')} onBlurCapture={proposeSlug} />
        <TextInput label="Adresse" description="Der letzte Teil der Adresse" required maxLength={80} {...form.getInputProps('slug')} />
        <Textarea
          label="Anreißer"
          description={`Ein bis zwei Sätze für die Übersicht, ${values.teaser.length} von 300 Zeichen`}
          autosize
          minRows={2}
          maxLength={300}
          {...form.getInputProps('teaser')}
        />
        <PictureField label="Bild" club={club} folder="news" value={values.image} onChange={(path) => form.setFieldValue('image', path)} />
        {values.image !== '' && <AltTextField {...form.getInputProps('imageAlt')} />}
        <RichTextField
          // The editor reads its text only on mount.
          key={`${edition('body')}.${taken}`}
          label="Text"
          value={values.body}
          onChange={(body) => form.setFieldValue('body', body)}
          error={errors['body']}
          choosePicture={picture.choose}
        />
        <Hindrances text={values.body} label="Text" />
        <Select
          label="Abteilung"
          placeholder="Ganzer Verein"
          clearable
          clearButtonProps={{ 'aria-label': 'Abteilung leeren' }}
          data={departments}
          {...form.getInputProps('departmentId')}
        />
        <NewsDates form={form} club={club} />
        <FormProblem error={news ? update.error : create.error} fields={Object.keys(values)} clash={clash} savedBy={savedBy} />
        <SaveBar form={form} saving={news ? update : create} isNew={!news} onDiscard={discard}>
          <Button variant="default" onClick={() => setIsPreviewing(true)}>
            Vorschau
          </Button>
        </SaveBar>
      </Stack>
      {picture.dialog}
      <Modal opened={isPreviewing} onClose={() => setIsPreviewing(false)} title="Vorschau" size="xl">
        <ArticleText
          titleLevel={2}
          article={{
            ...values,
            author: news?.author ?? ownName(),
            publishAt: beginOf(values),
            department: departments.find(({ value }) => value === values.departmentId)?.label ?? null,
          }}
        />
      </Modal>
    </form>
  );
}

/** The writer's name; empty for an account without one, whose address is not published. */
function ownName(): string {
  const { user } = authState();
  return user ? fullName(user).trim() : '';
}
