import { Button, Stack, Text, TextInput } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { leaveInput, type MemberRecord } from '#shared/people/members.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useMemberMutations } from './queries.ts';
import { RejoinForm } from './RejoinForm.tsx';

type LeavePartProps = { member: MemberRecord; onOpen: (id: string) => void };

/** Ends the membership on a day; reversible unless the member has rejoined since. */
export function LeavePart({ member, onOpen }: LeavePartProps) {
  const { leave } = useMemberMutations();
  const isBack = member.others.some(({ joinedOn }) => joinedOn > member.joinedOn);
  if (!member.leftOn) return <LeaveForm member={member} />;
  const takeBack = () =>
    leave.mutate(
      { id: member.id, version: member.version, leftOn: '', noticeOn: '', leaveReason: '' },
      { onSuccess: () => notify('Der Austritt ist zurückgenommen.') },
    );
  return (
    <Stack gap="sm">
      <Text size="sm">
        Austritt zum {germanDate(member.leftOn)}
        {member.noticeOn && `, gekündigt am ${germanDate(member.noticeOn)}`}
        {member.leaveReason && ` (${member.leaveReason})`}.
      </Text>
      <FormProblem error={leave.error} onReload={() => leave.reset()} />
      {!isBack && (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} loading={leave.isPending} onClick={takeBack}>
          Austritt zurücknehmen
        </Button>
      )}
      {!isBack && <RejoinForm member={member} leftOn={member.leftOn} onOpen={onOpen} />}
    </Stack>
  );
}

function LeaveForm({ member }: { member: MemberRecord }) {
  const { leave } = useMemberMutations();
  const form = useShapeForm({ leftOn: '', noticeOn: '', leaveReason: '' }, leaveInput);
  const submit = form.onSubmit((values) =>
    leave.mutate(
      { id: member.id, version: member.version, ...values },
      {
        onSuccess: () => notify(`Der Austritt zum ${germanDate(values.leftOn)} ist eingetragen.`),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Mit dem Austritt enden alle Abteilungen. Der letzte Tag zählt noch mit.
        </Text>
        <DayField label="Austritt zum" hasVisibleLabel isRequired min={member.joinedOn} {...dayInput(form, 'leftOn')} />
        <DayField label="Gekündigt am" hasVisibleLabel {...dayInput(form, 'noticeOn')} />
        <TextInput label="Grund" autoComplete="off" {...form.getInputProps('leaveReason')} />
        <FormProblem error={leave.error} fields={Object.keys(form.values)} onReload={() => leave.reset()} />
        <Button
          type="submit"
          variant="outline"
          color="danger"
          style={{ alignSelf: 'flex-start' }}
          disabled={!form.values.leftOn}
          loading={leave.isPending}
        >
          Austritt eintragen
        </Button>
      </Stack>
    </form>
  );
}
