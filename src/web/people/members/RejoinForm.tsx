import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { addDays } from '#shared/kernel/calendar.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useQuery } from '@tanstack/react-query';
import { nextNumberQuery, useMemberMutations } from './queries.ts';

type RejoinFormProps = { member: MemberRecord; leftOn: string; onOpen: (id: string) => void };

/** Takes somebody in again: a new membership with a new number, the old one stays. */
export function RejoinForm({ member, leftOn, onOpen }: RejoinFormProps) {
  const { rejoin } = useMemberMutations();
  const { data } = useQuery(nextNumberQuery(member.club));
  const now = today();
  const [joinedOn, setJoinedOn] = useState(now > leftOn ? now : addDays(leftOn, 1));
  const save = (memberNo: string) =>
    rejoin.mutate(
      { id: member.id, memberNo, kind: member.kind, joinedOn, feeGroup: member.feeGroup },
      {
        onSuccess: (made) => {
          notify(`${made.firstname} ${made.lastname} ist wieder aufgenommen (Nr. ${made.memberNo}).`);
          onOpen(made.id);
        },
      },
    );
  return (
    <>
      <Group align="flex-end" gap="xs">
        <div style={{ flex: 1 }}>
          <DayField
            label="Wieder Mitglied ab"
            hasVisibleLabel
            value={joinedOn || undefined}
            min={addDays(leftOn, 1)}
            onChange={(day) => setJoinedOn(day ?? '')}
          />
        </div>
        <Button disabled={!data || !joinedOn} loading={rejoin.isPending} onClick={() => data && save(data.memberNo)}>
          Wieder aufnehmen
        </Button>
      </Group>
      <FormProblem error={rejoin.error} />
    </>
  );
}
