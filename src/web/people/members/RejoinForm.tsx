import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addDays } from '#shared/kernel/calendar.ts';
import { membership, type MemberRecord } from '#shared/people/members.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { nextNumberQuery, useMemberMutations } from './queries.ts';

type RejoinFormProps = { member: MemberRecord; leftOn: string; onOpen: (id: string) => void };

const shape = membership.pick({ joinedOn: true });

/** Readmits a former member: a new membership with a new number; the old one stays. */
export function RejoinForm({ member, leftOn, onOpen }: RejoinFormProps) {
  const { rejoin } = useMemberMutations();
  const { data } = useQuery(nextNumberQuery(member.club));
  const now = today();
  const form = useShapeForm({ joinedOn: now > leftOn ? now : addDays(leftOn, 1) }, shape);
  const submit = form.onSubmit(
    ({ joinedOn }) =>
      data &&
      rejoin.mutate(
        { id: member.id, memberNo: data.memberNo, kind: member.kind, joinedOn, feeGroup: member.feeGroup },
        {
          onSuccess: (made) => {
            notify(`${fullName(made)} ist wieder aufgenommen (Nr. ${made.memberNo}).`);
            onOpen(made.id);
          },
          onError: (error) => applyProblem(form, error),
        },
      ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="xs">
        <div style={{ flex: 1 }}>
          <DayField label="Wieder Mitglied ab" hasVisibleLabel min={addDays(leftOn, 1)} {...dayInput(form, 'joinedOn')} />
        </div>
        <Button type="submit" disabled={!data || !form.values.joinedOn} loading={rejoin.isPending}>
          Wieder aufnehmen
        </Button>
      </Group>
      <FormProblem error={rejoin.error} fields={['joinedOn']} />
    </form>
  );
}
