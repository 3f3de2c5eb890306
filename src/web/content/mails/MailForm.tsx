import { Button, Group, NativeSelect, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import {
  audienceKindNames,
  basesFor,
  legalBasisNames,
  mailInput,
  type AudienceKind,
  type MailPreview,
  type SentMail,
} from '#shared/content/mails.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { authState } from '#web/lib/session/session.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/forms/FoundDraft.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { RichTextEditor } from '#web/ui/text/RichTextEditor.tsx';
import { useDraft } from '#web/ui/forms/useDraft.ts';
import { usePictureChoice } from '#web/ui/files/usePictureChoice.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { newMail, toInput, type MailValues } from './mailValues.ts';
import { PreviewPart } from './PreviewPart.tsx';
import { choicesQuery, useMailMutations } from './queries.ts';

/** The form keeps the parts of the audience apart; checked is what they make together. */
const shape = z
  .custom<MailValues>()
  .transform((values): unknown => toInput(values))
  .pipe(z.preprocess((input) => input, mailInput));

type MailFormProps = {
  club: ClubName;
  /** Whom the board ticked among the members. */ memberIds: readonly string[] | undefined;
  onSent: (mail: SentMail) => void;
};

/** Writes a mail to many: to whom, why, what; a preview says who gets it before it goes. */
export function MailForm({ club, memberIds, onSent }: MailFormProps) {
  const { data: choices } = useQuery(choicesQuery(club));
  const { preview, test, send } = useMailMutations();
  const form = useShapeForm(newMail(memberIds), shape);
  const draft = useDraft('mail', form);
  const [taken, setTaken] = useState(0);
  const [shown, setShown] = useState<{ of: MailValues; preview: MailPreview }>();
  const picture = usePictureChoice(club, 'news');
  const { values, errors } = form;
  const onError = (error: unknown) => applyProblem(form, error);

  const setKind = (kind: AudienceKind) => {
    const [basis = 'contract'] = basesFor(kind);
    form.setValues({ kind, id: '', legalBasis: basis });
  };
  const takeDraft = () => {
    // With members ticked, the draft gives its text; the recipients stay those that are ticked.
    const { kind, legalBasis } = newMail(memberIds);
    if (memberIds) form.setValues({ kind, legalBasis, memberIds });
    setTaken(taken + 1);
  };
  const showPreview = form.onSubmit((checked) =>
    preview.mutate(toInput(checked), { onError, onSuccess: (found) => setShown({ of: checked, preview: found }) }),
  );
  const sendTest = () =>
    test.mutate(toInput(values), {
      onError: notifyProblem,
      onSuccess: () => notify(`Die Probemail geht an ${authState().user?.email ?? 'Sie'}.`),
    });
  const sendAll = () =>
    send.mutate(toInput(values), {
      onError,
      onSuccess: (mail) => {
        draft.clear();
        form.reset();
        setShown(undefined);
        notify(`Die Mail geht an ${mail.recipients} Empfänger.`);
        onSent(mail);
      },
    });
  return (
    <form onSubmit={showPreview} noValidate>
      <Stack gap="sm">
        <FoundDraft draft={draft} form={form} onTaken={takeDraft} />
        <NativeSelect
          label="An"
          data={Object.entries(audienceKindNames).map(([value, label]) => ({ value, label }))}
          value={values.kind}
          onChange={({ currentTarget }) => setKind(keysOf(audienceKindNames).find((one) => one === currentTarget.value) ?? values.kind)}
        />
        <AudienceFields form={form} choices={choices} />
        <Select
          label="Grundlage"
          data={basesFor(values.kind).map((value) => ({ value, label: legalBasisNames[value] }))}
          allowDeselect={false}
          {...form.getInputProps('legalBasis')}
        />
        <NativeSelect
          label="Antworten gehen"
          data={[
            { value: 'self', label: `an mich (${authState().user?.email ?? ''})` },
            { value: 'club', label: 'an die Adresse des Vereins' },
          ]}
          {...form.getInputProps('replyTo')}
        />
        <TextInput label="Betreff" required maxLength={150} {...form.getInputProps('subject')} />
        <RichTextEditor
          // The editor takes a text over only at its beginning.
          key={`${taken}.${send.data?.id ?? ''}`}
          label="Text"
          value={values.body}
          onChange={(body) => form.setFieldValue('body', body)}
          error={errors['body']}
          choosePicture={picture.choose}
        />
        <FormProblem error={preview.error ?? send.error} fields={Object.keys(values)} />
        <Group>
          <Button type="submit" variant={shown ? 'default' : 'filled'} loading={preview.isPending}>
            Vorschau und Empfänger
          </Button>
        </Group>
        {shown && (
          <PreviewPart
            preview={shown.preview}
            isStale={shown.of !== values && JSON.stringify(shown.of) !== JSON.stringify(values)}
            isSending={send.isPending}
            isTesting={test.isPending}
            onTest={sendTest}
            onSend={sendAll}
          />
        )}
      </Stack>
      {picture.dialog}
    </form>
  );
}
