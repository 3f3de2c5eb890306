import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { trainersQuery } from '#web/people/parts/trainers.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useParticipantMutations } from '../participants/queries.ts';

/** From this many names on, there is a search field. */
const searchedFrom = 8;

const nobody = 'Zum Vertreten ist sonst niemand eingetragen. Gezeigt werden alle, die im Verein ein Angebot leiten oder eine Rolle haben.';

type SubstituteProps = { session: TrainingDate; isOpen: boolean; onClose: () => void; onDone: () => void };

/** Names a substitute for one session, or removes them. */
export function Substitute({ session, isOpen, onClose, onDone }: SubstituteProps) {
  const { substitute } = useParticipantMutations();
  const query = useQuery({ ...trainersQuery(session.club, session.id), enabled: isOpen });
  const { data = [] } = query;
  const [search, setSearch] = useState('');
  const shown = data.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const undo = () =>
    substitute.mutate(
      { id: session.id, personId: null },
      { onError: notifyProblem, onSuccess: () => (notify('Niemand vertritt.'), onDone()) },
    );
  const choose = (personId: string | null) => {
    const words = personId ? 'Die Vertretung ist eingetragen.' : 'Die Vertretung entfällt.';
    const back = personId && session.substitute === null ? undo : undefined;
    substitute.mutate({ id: session.id, personId }, { onSuccess: () => (notify(words, back), onClose(), onDone()) });
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title="Wer vertritt?" centered>
      <Stack mih={320}>
        {session.substitute && (
          <>
            <Text size="sm">Bisher: {session.substitute}</Text>
            <Button size="md" variant="default" disabled={substitute.isPending} onClick={() => choose(null)}>
              Niemand vertritt
            </Button>
          </>
        )}
        {!query.data && <Loading query={query} />}
        {query.data && shown.length === 0 && <Text size="sm">{search.trim() ? 'So heißt niemand, der vertreten kann.' : nobody}</Text>}
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
