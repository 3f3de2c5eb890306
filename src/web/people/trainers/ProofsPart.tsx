import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { proofKindNames, proofLightNames, type TrainerProof } from '#shared/people/trainerProofs.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { proofTones } from './lights.ts';
import { PaperButton } from '../parts/PaperButton.tsx';
import { ProofForm } from './ProofForm.tsx';
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
              <ProofOfBoard key={one.version} personId={personId} of={one} onDone={() => setEdited(undefined)} />
            ) : (
              <Proof one={one} onEdit={() => setEdited(one)} />
            )}
          </li>
        ))}
      </ul>
      {edited === 'new' ? (
        <ProofOfBoard personId={personId} onDone={() => setEdited(undefined)} />
      ) : (
        <Button variant="default" mt="xs" onClick={() => setEdited('new')}>
          Nachweis eintragen
        </Button>
      )}
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
      <Group gap="xs" mt={4}>
        {isReported && (
          <Button size="compact-md" mih={44} loading={see.isPending} onClick={confirmSeen} aria-label={`Gesehen: ${title}`}>
            Gesehen
          </Button>
        )}
        {paper && <PaperButton path={paper} />}
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

type ProofOfBoardProps = { personId: string; of?: TrainerProof; onDone: () => void };

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
