import { Drawer, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pages } from '#shared/kernel/pages.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { DepartmentsForm } from './DepartmentsForm.tsx';
import { EditForm } from './EditForm.tsx';
import { FamilyPart } from '../persons/FamilyPart.tsx';
import { LeavePart } from './LeavePart.tsx';
import { MemberState } from './MemberState.tsx';
import { memberQuery } from './queries.ts';

/** How the fees of a member are paid; money lives above people, so it is given by the page. */
export type PaymentPartOfMember = (props: { personId: string }) => ReactNode;

type MemberDrawerProps = {
  id: string | undefined;
  PaymentPart: PaymentPartOfMember;
  onOpen: (id: string) => void;
  onClose: () => void;
};

/** All about one member, beside the overview. */
export function MemberDrawer({ id, PaymentPart, onOpen, onClose }: MemberDrawerProps) {
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title="Mitglied">
      {id && <Details key={id} id={id} PaymentPart={PaymentPart} onOpen={onOpen} />}
    </Drawer>
  );
}

function Details({ id, PaymentPart, onOpen }: Omit<MemberDrawerProps, 'id' | 'onClose'> & { id: string }) {
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
        <p>
          <Link to={pages.member.path} params={{ memberId: id }}>
            Eigene Seite öffnen
          </Link>
        </p>
      </div>
      <EditForm member={member} />
      <Section title="Abteilungen">
        <DepartmentsForm member={member} />
      </Section>
      <Section title="Familie und Zugänge">
        <FamilyPart id={id} />
      </Section>
      <Section title="Beitrag und Zahlung">
        <PaymentPart personId={member.personId} />
      </Section>
      <Section title="Austritt">
        <LeavePart member={member} onOpen={onOpen} />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
