import { Button, Group, Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { proofKindNames, proofLightNames, type TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { EditedList, EntryButtons } from '#web/ui/decisions/EditedList.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { proofTones } from './lights.ts';
import { PaperButton } from '../parts/PaperButton.tsx';
import { ProofForm } from './ProofForm.tsx';
import { useProofs } from './queries.ts';
import classes from './trainers.module.css';

type ProofsPartProps = { personId: string; proofs: readonly TrainerProof[] };

/** A person's licences, first aid and code of conduct, with a form to add one. */
export function ProofsPart({ personId, proofs }: ProofsPartProps) {
  return (
    <section aria-label="Lizenzen und Nachweise">
      <h3 className={classes['heading']}>Lizenzen und Nachweise</h3>
      <EditedList
        entries={proofs}
        none={
          <Text size="sm" c="dimmed">
            Noch nichts eingetragen.
          </Text>
        }
        addLabel="Nachweis eintragen"
        className={classes['proofs']}
        renderEntry={(one, onEdit) => <Proof one={one} onEdit={onEdit} />}
        renderForm={(of, onDone) => <ProofOfBoard personId={personId} of={of} onDone={onDone} />}
      />
    </section>
  );
}

function Proof({ one, onEdit }: { one: TrainerProof; onEdit: () => void }) {
  const { kind, name, number, issuedBy, validFrom, validTo, light, paper, isReported } = one;
  const { remove, confirm: see } = useProofs();
  const title = name || proofKindNames[kind];
  const ask = () =>
    confirm({
      title: 'Nachweis löschen?',
      text: `${title} vom ${germanDate(validFrom)}.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(one.id, { onSuccess: () => notify('Der Nachweis ist gelöscht.'), onError: notifyProblem }),
    });
  const confirmSeen = () =>
    see.mutate({ id: one.id, version: one.version }, { onSuccess: () => notify('Der Nachweis ist bestätigt.'), onError: notifyProblem });
  return (
    <>
      <strong>{title}</strong>
      <Text size="sm" c="dimmed">
        {[issuedBy, number && `Nr. ${number}`, `vom ${germanDate(validFrom)}`, validTo && `bis ${germanDate(validTo)}`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Group gap="xs">
        <StateMark tone={proofTones[light]}>{proofLightNames[light]}</StateMark>
        {isReported && <StateMark tone="waiting">Selbst eingetragen, noch nicht gesehen</StateMark>}
      </Group>
      <EntryButtons title={title} onEdit={onEdit} onRemove={ask}>
        {isReported && (
          <Button px="xs" loading={see.isPending} onClick={confirmSeen} aria-label={`Gesehen: ${title}`}>
            Gesehen
          </Button>
        )}
        {paper && <PaperButton path={paper} />}
      </EntryButtons>
    </>
  );
}

type ProofOfBoardProps = { personId: string; of: TrainerProof | undefined; onDone: () => void };

function ProofOfBoard({ personId, of, onDone }: ProofOfBoardProps) {
  const { create, update } = useProofs();
  return (
    <ProofForm
      of={of}
      onSave={(values, answer) =>
        of ? update.mutate({ ...values, id: of.id, version: of.version }, answer) : create.mutate({ ...values, personId }, answer)
      }
      isBusy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onDone={onDone}
    />
  );
}
