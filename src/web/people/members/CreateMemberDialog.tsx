import { Button, Group, Modal, MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { KnownPerson } from '#shared/people/knownPerson.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { useWide } from '#web/ui/lists/useWide.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { KnownPeople } from './KnownPeople.tsx';
import { MemberFields } from './MemberFields.tsx';
import { emptyValues, memberFields } from './memberValues.ts';
import { nextNumberQuery, useMemberMutations } from './queries.ts';

type CreateMemberDialogProps = {
  club: ClubName;
  isOpen: boolean;
  onClose: () => void;
  /** Opens the record of a current or former member. */ onOpen: (memberId: string) => void;
};

/** Creates a member: person, membership and departments in one step. */
export function CreateMemberDialog({ club, isOpen, onClose, onOpen }: CreateMemberDialogProps) {
  const isWide = useWide();
  return (
    <Modal opened={isOpen} onClose={onClose} title="Mitglied aufnehmen" size="xl" fullScreen={!isWide}>
      <Numbered club={club} onClose={onClose} onOpen={onOpen} />
    </Modal>
  );
}

/** The number is proposed once per opening; a live notice must not overwrite the input. */
function Numbered({ club, ...rest }: Omit<CreateMemberDialogProps, 'isOpen'>) {
  const { data, isFetchedAfterMount, error } = useQuery(nextNumberQuery(club));
  if (error && !data) return <FormProblem error={error} />;
  return data && isFetchedAfterMount ? <CreateForm club={club} memberNo={data.memberNo} {...rest} /> : <Pending />;
}

type CreateFormProps = Omit<CreateMemberDialogProps, 'isOpen'> & { memberNo: string };

function CreateForm({ club, memberNo, onClose, onOpen }: CreateFormProps) {
  const { create } = useMemberMutations();
  const { data: departments = [] } = useQuery(departmentsQuery(club));
  const [departmentIds, setDepartmentIds] = useState<string[]>([]);
  const [known, setKnown] = useState<KnownPerson>();
  const form = useShapeForm(emptyValues(memberNo), memberFields, { checksOnBlur: true });
  const submit = form.onSubmit((values) =>
    create.mutate(
      { ...values, departmentIds, club, ...(known && { personId: known.personId }) },
      {
        onSuccess: (member) => {
          notify(`${fullName(member)} ist aufgenommen (Nr. ${member.memberNo}).`);
          onClose();
        },
        onError: (error) => applyProblem(form, error, { 'member-number-taken': 'memberNo' }),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <MemberFields form={form} club={club} startsHere>
          <KnownPeople
            club={club}
            typed={form.values}
            chosen={known}
            onChoose={setKnown}
            onOpen={(id) => {
              onClose();
              onOpen(id);
            }}
          />
        </MemberFields>
        <MultiSelect
          label="Abteilungen"
          data={departments.map(({ id, name }) => ({ value: id, label: name }))}
          value={departmentIds}
          onChange={setDepartmentIds}
          clearable
        />
        <FormProblem error={create.error} fields={Object.keys(form.values)} atField={['member-number-taken']} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <Button type="submit" loading={create.isPending}>
            Aufnehmen
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
