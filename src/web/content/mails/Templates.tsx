import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { MailTemplate } from '#shared/content/mailTemplates.ts';
import { requiredLine } from '#shared/kernel/fields.ts';
import { alone } from '#web/ui/forms/alone.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { useDeleted } from '#web/club/parts/bin.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useTemplateMutations } from './templateQueries.ts';

type EmailText = Pick<MailTemplate, 'subject' | 'body'>;
type TemplatesProps = {
  rows: readonly MailTemplate[];
  chosen: MailTemplate | undefined;
  email: EmailText;
  onChoose: (id: string | null) => void;
  /** Copies a template into the form. */ onTake: (email: EmailText) => void;
};

/** Starts a mail from a template; renders nothing if there are none. */
export function Templates({ rows, chosen, email, onChoose, onTake }: TemplatesProps) {
  const { remove } = useTemplateMutations();
  const onDeleted = useDeleted();
  if (rows.length === 0) return null;
  const take = (template: MailTemplate) => {
    onChoose(template.id);
    onTake(template);
  };
  const choose = (id: string | null) => {
    const template = rows.find((one) => one.id === id);
    if (!template) onChoose(null);
    else if (!isWritten(email)) take(template);
    else
      confirm({
        title: 'Text ersetzen?',
        text: `„${template.name}“ kommt an die Stelle von Betreff und Text, die hier stehen.`,
        action: 'Ersetzen',
        onConfirm: () => take(template),
      });
  };
  const drop = ({ id, name }: MailTemplate) =>
    remove.mutate(id, {
      onError: notifyProblem,
      onSuccess: () => {
        onChoose(null);
        onDeleted(id, `Vorlage „${name}“ gelöscht.`);
      },
    });
  return (
    <Group align="flex-end" gap="xs">
      <Select
        label="Vorlage"
        placeholder="Ohne"
        clearable
        searchable
        data={rows.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen?.id ?? null}
        onChange={choose}
      />
      {chosen && (
        <Button variant="default" loading={remove.isPending} onClick={() => drop(chosen)}>
          Vorlage löschen
        </Button>
      )}
    </Group>
  );
}

type KeepTemplateProps = { email: EmailText; chosen: MailTemplate | undefined; onKept: (id: string) => void };

/** Saves the text as a template. */
export function KeepTemplate({ email, chosen, onKept }: KeepTemplateProps) {
  const [isKeeping, setIsKeeping] = useState(false);
  return (
    <>
      <Button variant="default" disabled={!isWritten(email)} onClick={() => setIsKeeping(true)}>
        Als Vorlage ablegen
      </Button>
      {isKeeping && <KeepDialog email={email} chosen={chosen} onKept={onKept} onClose={() => setIsKeeping(false)} />}
    </>
  );
}

function isWritten({ subject, body }: EmailText): boolean {
  return subject.trim() !== '' || body.content.some(({ content }) => content);
}

const shape = z.object({ name: requiredLine(60) });
type KeepDialogProps = KeepTemplateProps & { onClose: () => void };

/** Asks for a name; the name of the selected template overwrites it. */
function KeepDialog({ email: { subject, body }, chosen, onKept, onClose }: KeepDialogProps) {
  const { create, update } = useTemplateMutations();
  const form = useShapeForm({ name: chosen?.name ?? '' }, shape);
  const isSame = chosen !== undefined && form.values.name.trim().toLowerCase() === chosen.name.toLowerCase();
  const submit = form.onSubmit(({ name }) => {
    const done = {
      onError: (error: unknown) => applyProblem(form, error),
      onSuccess: (kept: MailTemplate) => {
        notify(`Vorlage „${kept.name}“ abgelegt.`);
        onKept(kept.id);
        onClose();
      },
    };
    if (chosen && isSame) update.mutate({ id: chosen.id, version: chosen.version, name, subject, body }, done);
    else create.mutate({ name, subject, body }, done);
  });
  return (
    <Modal opened onClose={onClose} title="Als Vorlage ablegen" centered>
      {/* The dialog is a child of the mail's form, which must not be submitted. */}
      <form noValidate onSubmit={alone(submit)}>
        <Stack gap="sm">
          <TextInput
            label="Name der Vorlage"
            required
            maxLength={60}
            description={isSame ? 'Der alte Text dieser Vorlage wird ersetzt.' : undefined}
            {...form.getInputProps('name')}
          />
          <FormProblem error={create.error ?? update.error} fields={['name']} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Abbrechen
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              Ablegen
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
