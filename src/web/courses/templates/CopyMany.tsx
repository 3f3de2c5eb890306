import { Button, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { copiedLater, copiesAtMost } from '#shared/courses/courses.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCourseMutations } from '../planning/queries.ts';

const halfYear = 26;

/** A button that copies many offers into the next half-year. */
export function CopyMany({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {ids.length > copiesAtMost ? (
        <Text size="sm">Höchstens {copiesAtMost} auf einmal kopieren.</Text>
      ) : (
        <Button variant="default" px="sm" leftSection={<Icon name="copy" size={18} />} onClick={() => setIsOpen(true)}>
          Ins nächste Halbjahr kopieren …
        </Button>
      )}
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title="Ins nächste Halbjahr kopieren" centered>
        <CopyForm ids={ids} onDone={() => (setIsOpen(false), onDone())} />
      </Modal>
    </>
  );
}

function CopyForm({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { copyMany } = useCourseMutations();
  const form = useShapeForm({ weeks: halfYear }, copiedLater);
  const submit = form.onSubmit(({ weeks }) =>
    copyMany.mutate(
      { ids, weeks },
      {
        onSuccess: ({ made }) => (notify(made === 1 ? 'Eine Kopie ist ein Entwurf.' : `${made} Kopien sind Entwürfe.`), onDone()),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          Aus {ids.length === 1 ? 'einem Angebot wird ein Entwurf' : `${ids.length} Angeboten werden Entwürfe`} mit denselben Wochentagen.
          Ferien und Feiertage werden neu berechnet, Anmeldungen nicht übernommen; wer dabei war, kommt dort zuerst.
        </Text>
        <NumberInput
          label="Wochen später"
          description="26 Wochen sind ein halbes Jahr."
          min={1}
          max={104}
          {...form.getInputProps('weeks')}
        />
        <FormProblem error={copyMany.error} fields={['weeks']} />
        <Button type="submit" loading={copyMany.isPending}>
          Kopieren
        </Button>
      </Stack>
    </form>
  );
}
