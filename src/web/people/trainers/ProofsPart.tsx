import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { proofInput, proofKindNames, proofKinds, proofLightNames, type TrainerProof } from '#shared/people/trainerProofs.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { proofTones } from './lights.ts';
import { useProofs } from './queries.ts';
import classes from './trainers.module.css';

type ProofsPartProps = { personId: string; proofs: readonly TrainerProof[] };

/** Licences, first aid and the code of conduct of one person: what there is, and the way to write more down. */
export function ProofsPart({ personId, proofs }: ProofsPartProps) {
  const [edited, setEdited] = useState<TrainerProof | 'new'>();
  return (
    <section aria-label="Lizenzen und Nachweise">
      <h3 className={classes['heading']}>Lizenzen und Nachweise</h3>
      {proofs.length === 0 && !edited && (
        <Text size="sm" c="dimmed">
          Noch nichts eingetragen.
        </Text>
      )}
      <ul className={classes['proofs']}>
        {proofs.map((one) => (
          <li key={one.id}>
            {edited !== 'new' && edited?.id === one.id ? (
              <ProofForm key={one.version} personId={personId} of={one} onDone={() => setEdited(undefined)} />
            ) : (
              <Proof one={one} onEdit={() => setEdited(one)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <ProofForm personId={personId} onDone={() => setEdited(undefined)} />
      ) : (
        <Button variant="default" mt="xs" onClick={() => setEdited('new')}>
          Nachweis eintragen
        </Button>
      )}
    </section>
  );
}

function Proof({ one, onEdit }: { one: TrainerProof; onEdit: () => void }) {
  const { kind, name, number, issuedBy, validFrom, validTo, light } = one;
  const { remove } = useProofs();
  const title = name || proofKindNames[kind];
  const ask = () =>
    confirm({
      title: 'Nachweis löschen?',
      text: `${title} vom ${germanDate(validFrom)}.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(one.id, { onSuccess: () => notify('Der Nachweis ist gelöscht.'), onError: notifyProblem }),
    });
  return (
    <>
      <strong>{title}</strong>
      <Text size="sm" c="dimmed">
        {[issuedBy, number && `Nr. ${number}`, `vom ${germanDate(validFrom)}`, validTo && `bis ${germanDate(validTo)}`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <StateMark tone={proofTones[light]}>{proofLightNames[light]}</StateMark>
      <Group gap="xs" mt={4}>
        <Button variant="default" size="compact-md" mih={44} onClick={onEdit} aria-label={`Ändern: ${title}`}>
          Ändern
        </Button>
        <Button variant="subtle" size="compact-md" mih={44} onClick={ask} aria-label={`Löschen: ${title}`}>
          Löschen
        </Button>
      </Group>
    </>
  );
}

const kinds = proofKinds.map((value) => ({ value, label: proofKindNames[value] }));

function ProofForm({ personId, of, onDone }: { personId: string; of?: TrainerProof; onDone: () => void }) {
  const { create, update } = useProofs();
  const form = useShapeForm(
    {
      kind: of?.kind ?? ('licence' as const),
      name: of?.name ?? '',
      number: of?.number ?? '',
      issuedBy: of?.issuedBy ?? '',
      validFrom: of?.validFrom ?? '',
      validTo: of?.validTo ?? '',
    },
    proofInput,
  );
  const after = {
    onSuccess: () => {
      notify('Der Nachweis ist gespeichert.');
      onDone();
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const submit = form.onSubmit((values) =>
    of ? update.mutate({ ...values, id: of.id, version: of.version }, after) : create.mutate({ ...values, personId }, after),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" mt="xs">
        <NativeSelect label="Was?" data={kinds} {...form.getInputProps('kind')} />
        {form.values.kind === 'licence' && (
          <>
            <TextInput label="Lizenz" placeholder="C-Lizenz Breitensport" required maxLength={80} {...form.getInputProps('name')} />
            <TextInput label="Nummer" maxLength={40} {...form.getInputProps('number')} />
          </>
        )}
        {form.values.kind !== 'codeOfConduct' && <TextInput label="Ausgestellt von" maxLength={80} {...form.getInputProps('issuedBy')} />}
        <DayField label="Vom" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'validFrom')} />
        <DayField label="Gültig bis" hasVisibleLabel {...dayInput(form, 'validTo')} />
        <FormProblem error={create.error ?? update.error} fields={Object.keys(form.values)} />
        <FormButtons action="Speichern" isBusy={create.isPending || update.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
