import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { largestBytes } from '#shared/kernel/storage.ts';
import { proofKindNames, proofLightNames, type TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { givenName, storedName } from '#web/lib/storage/fileNames.ts';
import { UploadBox } from '#web/ui/files/UploadBox.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { PaperButton } from '../parts/PaperButton.tsx';
import { proofTones } from './lights.ts';
import { ProofForm } from './ProofForm.tsx';
import { myProofsQuery, reportersQuery, useOwnProofs } from './queries.ts';
import classes from './trainers.module.css';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

/** The viewer's licences, first aid and code of conduct: to read, add and correct; the board is shown what it has not checked yet. */
export function MyProofs() {
  const [known, mine] = [useQuery(myProofsQuery()), useQuery(reportersQuery())];
  const [proofs, reporters] = [known.data, mine.data];
  const [edited, setEdited] = useState<TrainerProof | NonNullable<typeof reporters>[number]>();
  if (!proofs || !reporters)
    return (
      <LostParts
        of={[
          ['Ihre Nachweise', known],
          ['das Eintragen von Nachweisen', mine],
        ]}
      />
    );
  if (proofs.length === 0 && reporters.length === 0) return null;
  const close = () => setEdited(undefined);
  return (
    <RowPart
      id="nachweise"
      title="Meine Lizenzen und Nachweise"
      state={proofsInWords(proofs)}
      isWaiting={proofs.some(isLapsing)}
      lead="Stimmt etwas nicht oder ist etwas neu? Tragen Sie es ein. Der Vorstand sieht, dass es von Ihnen kommt."
    >
      <ul className={classes['proofs']}>
        {proofs.map((one) => (
          <li key={one.id}>
            {edited && 'id' in edited && edited.id === one.id ? (
              <OwnProofForm of={one} personId={one.personId} onDone={close} />
            ) : (
              <MyProof one={one} onEdit={() => setEdited(one)} />
            )}
          </li>
        ))}
      </ul>
      {reporters.map((one) =>
        edited === one ? (
          <OwnProofForm key={one.personId} personId={one.personId} onDone={close} />
        ) : (
          <Button key={one.personId} variant="default" mt="xs" onClick={() => setEdited(one)}>
            Nachweis eintragen{reporters.length > 1 && ` (${one.club})`}
          </Button>
        ),
      )}
    </RowPart>
  );
}

const isLapsing = ({ light }: TrainerProof) => light === 'over' || light === 'soon';

function proofsInWords(proofs: readonly TrainerProof[]): string {
  const lapsing = proofs.filter(isLapsing).map(({ name, kind, light }) => `${name || proofKindNames[kind]}: ${proofLightNames[light]}`);
  if (lapsing.length > 0) return lapsing.join(', ');
  return proofs.length === 0 ? 'Noch keine eingetragen' : 'Alle gültig';
}

function MyProof({ one, onEdit }: { one: TrainerProof; onEdit: () => void }) {
  const { kind, name, validFrom, validTo, light, isReported, paper } = one;
  const title = name || proofKindNames[kind];
  return (
    <>
      <strong>{title}</strong> vom {germanDate(validFrom)}
      {validTo && `, gültig bis ${germanDate(validTo)}`}
      <Group gap="xs" mt={4}>
        <StateMark tone={proofTones[light]}>{proofLightNames[light]}</StateMark>
        {isReported && <StateMark tone="waiting">Vom Vorstand noch nicht gesehen</StateMark>}
      </Group>
      <Group gap="xs" mt={4}>
        <Button variant="default" px="xs" onClick={onEdit} aria-label={`Ändern: ${title}`}>
          Ändern
        </Button>
        {paper && <PaperButton path={paper} />}
      </Group>
    </>
  );
}

type OwnProofFormProps = { personId: string; of?: TrainerProof; onDone: () => void };

function OwnProofForm({ personId, of, onDone }: OwnProofFormProps) {
  const { user } = useAuth();
  const { report, correct } = useOwnProofs();
  const [paper, setPaper] = useState(of?.paper ?? '');
  return (
    <ProofForm
      of={of}
      onSave={(values, answer) => {
        const typed = { ...values, paper: values.kind === 'licence' ? paper : '' };
        if (of) correct.mutate({ ...typed, id: of.id, version: of.version }, answer);
        else report.mutate({ ...typed, personId }, answer);
      }}
      isBusy={report.isPending || correct.isPending}
      error={report.error ?? correct.error}
      onDone={onDone}
    >
      {paper ? (
        <Group gap="xs">
          <Text size="sm">Datei: {givenName(paper)}</Text>
          <Button variant="subtle" px="xs" onClick={() => setPaper('')}>
            Ohne Datei
          </Button>
        </Group>
      ) : (
        <UploadBox
          what="Lizenz"
          kind="files"
          largestBytes={largestBytes.users}
          pathOf={(file) => `users/${user?.id ?? ''}/licences/${storedName(file.name)}`}
          onStored={({ fullPath }) => setPaper(fullPath)}
        />
      )}
    </ProofForm>
  );
}
