import { Tabs } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { may } from '#shared/kernel/rights.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { MailForm } from './MailForm.tsx';
import { Outbox } from './Outbox.tsx';
import { SentMails } from './SentMails.tsx';

/** Mails to many, their archive, and the queue of all mails. The page opens for everybody; what is in it is for the board (/admin/mail). */
export function Page() {
  const { user } = useAuth();
  const [tab, setTab] = useState<string | null>('write');
  const memberIds = useRouterState({ select: ({ location }) => location.state.memberIds });
  const navigate = useNavigate();
  // What was sent is done: coming back to the form, nobody is ticked any more.
  const showSent = () => {
    setTab('sent');
    if (memberIds) void navigate({ to: '.', replace: true, state: {} });
  };
  const mayRead = user && may({ role: user.role.name }, 'mail.listSent', 'club');
  return (
    <>
      <PageTitle title={pages.adminMail.title} />
      {mayRead ? (
        <Tabs value={tab} onChange={setTab} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="write">Schreiben</Tabs.Tab>
            <Tabs.Tab value="sent">Gesendet</Tabs.Tab>
            <Tabs.Tab value="outbox">Postausgang</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="write">
            <MailForm club={user.club.name} memberIds={memberIds} onSent={showSent} />
          </Tabs.Panel>
          <Tabs.Panel value="sent">
            <SentMails club={user.club.name} />
          </Tabs.Panel>
          <Tabs.Panel value="outbox">
            <Outbox viewer={user} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <EmptyState icon="lock" title="Diese Mails sehen nur Vorstand und Superuser.">
          <p>{user ? 'Ihre Rolle gehört nicht dazu.' : 'Bitte melden Sie sich an, wenn Sie dazugehören.'}</p>
        </EmptyState>
      )}
    </>
  );
}
