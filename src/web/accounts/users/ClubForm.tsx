import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import type { ListedUser } from '#shared/accounts/users.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { clubOptions } from './clubOptions.ts';
import { useUserMutations } from './queries.ts';

/** Moves a user to another club. */
export function ClubForm({ user }: { user: ListedUser }) {
  const { setClub } = useUserMutations();
  const [chosen, setChosen] = useState<ClubName>();

  const save = (club: ClubName) =>
    setClub.mutate(
      { id: user.id, version: user.version, club },
      {
        onSuccess: (saved) => {
          setChosen(undefined);
          notify(`${saved.fullName} gehört jetzt zu ${saved.clubDisplayName}.`);
        },
      },
    );
  const isChanged = chosen !== undefined && chosen !== user.club.name;
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="xs">
        <Select
          aria-label="Verein"
          data={clubOptions}
          value={chosen ?? user.club.name}
          onChange={(value) => setChosen(clubNames.find((name) => name === value))}
          allowDeselect={false}
          flex={1}
        />
        <Button disabled={!isChanged} loading={setClub.isPending} onClick={() => chosen && save(chosen)}>
          Verein wechseln
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Die Rolle bleibt. Nach dem Wechsel meldet sich die Person neu an.
      </Text>
      <FormProblem error={setClub.error} onReload={() => setClub.reset()} />
    </Stack>
  );
}
