import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { KnownPerson } from '#shared/people/knownPerson.ts';
import { alikeQuery } from './queries.ts';

const pauseMs = 400;

type KnownPeopleProps = {
  club: ClubName;
  typed: { firstname: string; lastname: string; birthDate: string };
  /** The chosen person, who has no membership yet. */ chosen: KnownPerson | undefined;
  onChoose: (known: KnownPerson | undefined) => void;
  /** Opens the current or former membership. */ onOpen: (memberId: string) => void;
};

/** Persons of the club with a name similar to the typed one, so that nobody is created twice. */
export function KnownPeople({ club, typed, chosen, onChoose, onOpen }: KnownPeopleProps) {
  const { firstname, lastname, birthDate } = typed;
  const [asked] = useDebouncedValue({ firstname, lastname, birthDate }, pauseMs);
  const { data = [] } = useQuery(alikeQuery(club, asked));
  const [others, setOthers] = useState<readonly string[]>([]);
  if (chosen)
    return (
      <Alert title={`Aufgenommen wird ${nameOf(chosen)}.`}>
        <Button size="compact-sm" variant="default" onClick={() => onChoose(undefined)}>
          Doch jemand anderes
        </Button>
      </Alert>
    );
  const open = data.filter(({ personId }) => !others.includes(personId));
  if (open.length === 0) return null;
  return (
    <Alert color="waiting" title={open.length === 1 ? 'Diese Person gibt es vielleicht schon' : 'Diese Personen gibt es vielleicht schon'}>
      <Stack gap="xs">
        {open.map((one) => (
          <Group key={one.personId} justify="space-between" gap="xs">
            <Text size="sm">
              {nameOf(one)}, {standingOf(one)}
            </Text>
            <Group gap="xs">
              <Button size="compact-sm" variant="default" onClick={() => (one.memberId ? onOpen(one.memberId) : onChoose(one))}>
                Das ist sie
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={() => setOthers([...others, one.personId])}>
                Jemand anderes
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

function nameOf(one: KnownPerson): string {
  return [fullName(one), one.birthDate && `geboren ${germanDate(one.birthDate)}`].filter(Boolean).join(', ');
}

function standingOf({ memberNo, leftOn }: KnownPerson): string {
  if (!memberNo) return 'noch kein Mitglied';
  return leftOn ? `Mitglied Nr. ${memberNo} bis ${germanDate(leftOn)}` : `Mitglied Nr. ${memberNo}`;
}
