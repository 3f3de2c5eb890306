import { Button, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { trainersQuery } from '#web/people/parts/trainers.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';

/** So many names are found at a glance. */
const searchedFrom = 8;

type SubstituteProps = { session: TrainingDate; isOpen: boolean; onClose: () => void; onDone: () => void };

/** Names somebody who stands in for one date. */
export function Substitute({ session, isOpen, onClose, onDone }: SubstituteProps) {
  const { substitute } = useParticipantMutations();
  const { data = [] } = useQuery({ ...trainersQuery(session.club), enabled: isOpen });
  const [search, setSearch] = useState('');
  const shown = data.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const choose = (personId: string) =>
    substitute.mutate({ id: session.id, personId }, { onSuccess: () => (notify('Die Vertretung ist eingetragen.'), onClose(), onDone()) });
  return (
    <Modal opened={isOpen} onClose={onClose} title="Wer vertritt?" centered>
      <Stack mih={320}>
        {data.length > searchedFrom && <SearchField label="Namen" value={search} onSearch={setSearch} />}
        {shown.map(({ id, name }) => (
          <Button key={id} size="md" variant="default" disabled={substitute.isPending} onClick={() => choose(id)}>
            {name}
          </Button>
        ))}
        <FormProblem error={substitute.error} />
      </Stack>
    </Modal>
  );
}
