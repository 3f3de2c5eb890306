import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { DrawerPart } from '#web/ui/drawers/DrawerPart.tsx';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { DepartmentsForm } from './DepartmentsForm.tsx';
import { EditForm } from './EditForm.tsx';
import { FamilyPart } from '../persons/FamilyPart.tsx';
import { LeavePart } from './LeavePart.tsx';
import { MemberState } from './MemberState.tsx';
import { memberQuery } from './queries.ts';

/** Parts of a member's record that higher wings provide through the page. */
export type PartsOfMember = {
  /** The payment method. */
  PaymentPart: (props: { personId: string; club: ClubName }) => ReactNode;
  /** Records a death, which ends more than the membership. */
  DeathPart: (props: { personId: string; diedOn: string | null }) => ReactNode;
};

type MemberDrawerProps = PartsOfMember & {
  id: string | undefined;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** The record of one member, beside the list. */
export function MemberDrawer({ id, onOpen, onClose, ...parts }: MemberDrawerProps) {
  return (
    <RecordDrawer
      id={id}
      title="Mitglied"
      page={id === undefined ? undefined : { to: pages.member.path, params: { memberId: id } }}
      onOpen={onOpen}
      onClose={onClose}
    >
      {id && <Details key={id} id={id} onOpen={onOpen} {...parts} />}
    </RecordDrawer>
  );
}

function Details({ id, PaymentPart, DeathPart, onOpen }: Omit<MemberDrawerProps, 'id' | 'onClose'> & { id: string }) {
  const query = useQuery(memberQuery(id));
  const { data: member } = query;
  if (!member) return <Loading query={query} />;
  return (
    <Stack gap="xl">
      <div>
        <Title order={2} size="h3">
          {member.firstname} {member.lastname}
        </Title>
        <MemberState member={member} />
      </div>
      <EditForm member={member} />
      <DrawerPart title="Abteilungen">
        <DepartmentsForm member={member} />
      </DrawerPart>
      {!member.diedOn && (
        <DrawerPart title="Familie und Zugänge">
          <FamilyPart id={id} email={member.email ?? ''} />
        </DrawerPart>
      )}
      <DrawerPart title="Beitrag und Zahlung">
        <PaymentPart personId={member.personId} club={member.club} />
      </DrawerPart>
      <DrawerPart title="Austritt">
        <Stack gap="sm">
          {!member.diedOn && <LeavePart member={member} onOpen={onOpen} />}
          <DeathPart personId={member.personId} diedOn={member.diedOn} />
        </Stack>
      </DrawerPart>
    </Stack>
  );
}
