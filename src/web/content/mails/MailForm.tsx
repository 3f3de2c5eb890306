import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { mailInput, type MailPreview, type SentMail } from '#shared/content/mails.ts';
import type { MailWords } from '#web/people/parts/mailTo.ts';
import { useArrival } from '#web/lib/useArrival.ts';
import { authState } from '#web/lib/session/session.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { FoundDraft } from '#web/ui/drafts/FoundDraft.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useDraft } from '#web/ui/drafts/useDraft.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { EmailFields } from './EmailFields.tsx';
import { mailAbout, newMail, toInput, valuesOf, type KeptMail, type MailAbout, type MailValues } from './mailValues.ts';
import { PreviewPart } from './PreviewPart.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { choicesQuery, useMailMutations } from './queries.ts';
import { RecipientFields } from './RecipientFields.tsx';
import { whenWords } from './WhenFields.tsx';
import classes from './mails.module.css';

/** The form has separate fields per kind of audience; validation sees the resulting one. */
const shape = z
  .custom<MailValues>()
  .transform((values): unknown => toInput(values))
  .pipe(z.preprocess((input) => input, mailInput));

type MailFormProps = {
  club: ClubName;
  /** The members selected by the board. */ memberIds?: readonly string[] | undefined;
  /** The words proposed for them. */ words?: MailWords | undefined;
  /** A draft or a withdrawn mail to continue. */ from?: (KeptMail & { id: string }) | undefined;
  /** The course or helper list that the mail is for. */ about?: MailAbout | undefined;
  /** Users outside the board only write to the people of a course, and send at once. */ isLimited?: boolean;
  onSent: (mail: SentMail) => void;
};

/** Writes a bulk mail: recipients, legal basis, text; a preview shows who receives it. */
export function MailForm({ club, memberIds, words, from, about, isLimited = false, onSent }: MailFormProps) {
  const { data: choices, error: lacking, refetch } = useQuery(choicesQuery(club));
  const { preview, test, send, keep } = useMailMutations();
  const form = useShapeForm(startOf({ memberIds, words, from, about }), shape, { fieldOf: { 'audience.id': 'id' } });
  const draft = useDraft(from ? `mail.${from.id}` : about ? `mail.${about.id}` : 'mail', form);
  const [taken, setTaken] = useState(0);
  const [shown, setShown] = useState<{ of: MailValues; preview: MailPreview }>();
  const { values } = form;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const onError = (error: unknown) => {
    // The fields have to be in view before one of them gets the focus.
    flushSync(() => setIsPreviewing(false));
    applyProblem(form, error);
  };
  const replaces = from && { replaces: from.id };

  const takeDraft = () => {
    // With selected members or a given course or list, a draft only contributes its text; the recipients stay.
    const { kind, id, who, personIds, legalBasis } = startOf({ memberIds, from: undefined, about });
    if (memberIds) form.setValues({ kind, legalBasis, memberIds });
    else if (about) form.setValues({ kind, id, legalBasis, ...(personIds.length > 0 && { who, personIds }) });
    setTaken(taken + 1);
  };
  const showPreview = form.onSubmit((checked) =>
    preview.mutate(toInput(checked), { onError, onSuccess: (found) => [setShown({ of: checked, preview: found }), setIsPreviewing(true)] }),
  );
  const sendTest = () =>
    test.mutate(toInput(values), {
      onError: notifyProblem,
      onSuccess: () => notify(`Die Probemail geht an ${authState().user?.email ?? 'Sie'}.`),
    });
  const finish = (mail: SentMail, words: string) => {
    draft.clear();
    form.reset();
    setShown(undefined);
    notify(words);
    onSent(mail);
  };
  const sendAll = (sendAt: string | undefined) =>
    send.mutate(
      { ...toInput(values), ...replaces, ...(sendAt && { sendAt }) },
      {
        onError,
        onSuccess: (mail) =>
          finish(mail, mail.sendAt ? `Die Mail geht ${whenWords(mail.sendAt)} hinaus.` : `Die Mail geht an ${mail.recipients} Empfänger.`),
      },
    );
  const keepDraft = () =>
    keep.mutate(
      { ...toInput(values), ...replaces },
      { onError, onSuccess: (mail) => finish(mail, 'Der Entwurf liegt unter „Gesendet und Entwürfe“.') },
    );
  return (
    <form onSubmit={showPreview} noValidate className={classes['compose']} data-shows={isPreviewing ? 'preview' : 'text'}>
      {shown && <Views isPreviewing={isPreviewing} onChange={setIsPreviewing} />}
      <Stack gap="sm" className={classes['text'] ?? ''}>
        <FoundDraft draft={draft} form={form} onTaken={takeDraft} />
        {lacking && !choices && <LoadProblem error={lacking} onRetry={() => void refetch()} />}
        <RecipientFields form={form} choices={choices} isLimited={isLimited} />
        <EmailFields
          club={club}
          form={form}
          isLimited={isLimited}
          textKey={`${taken}.${send.data?.id ?? ''}`}
          onTemplate={() => setTaken(taken + 1)}
        />
        <FormProblem error={preview.error ?? send.error ?? keep.error} fields={Object.keys(values)} />
        <Group>
          <Button type="submit" variant={shown ? 'default' : 'filled'} loading={preview.isPending}>
            Vorschau und Empfänger
          </Button>
          {!isLimited && (
            <Button variant="default" loading={keep.isPending} onClick={keepDraft}>
              Als Entwurf ablegen
            </Button>
          )}
        </Group>
      </Stack>
      {shown && (
        <Preview key={preview.submittedAt}>
          <PreviewPart
            preview={shown.preview}
            files={shown.of.files}
            isStale={shown.of !== values && JSON.stringify(shown.of) !== JSON.stringify(values)}
            isSending={send.isPending}
            isTesting={test.isPending}
            mayPlan={!isLimited}
            onTest={sendTest}
            onSend={sendAll}
          />
        </Preview>
      )}
    </form>
  );
}

/** On a phone the preview stands in place of the text, and this leads from one to the other. */
function Views({ isPreviewing, onChange }: { isPreviewing: boolean; onChange: (isPreviewing: boolean) => void }) {
  return (
    <Segments
      className={classes['views'] ?? ''}
      aria-label="Ansicht"
      fullWidth
      value={isPreviewing ? 'preview' : 'text'}
      onChange={(value) => onChange(value === 'preview')}
      data={[
        { value: 'text', label: 'Text' },
        { value: 'preview', label: 'Vorschau' },
      ]}
    />
  );
}

/** Beside the form where there is room; every new one gets the focus, since on a phone it is in place of the form. */
function Preview({ children }: { children: ReactNode }) {
  return (
    <section ref={useArrival<HTMLElement>(true)} tabIndex={-1} aria-label="Vorschau" className={classes['preview']}>
      {children}
    </section>
  );
}

function startOf({ memberIds, words, from, about }: Pick<MailFormProps, 'memberIds' | 'words' | 'from' | 'about'>): MailValues {
  if (from) return valuesOf(from, authState().user?.email);
  return about ? mailAbout(about) : newMail(memberIds, words);
}
