import { Tabs } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { MailForm } from './MailForm.tsx';
import { Outbox } from './Outbox.tsx';
import { SentMails } from './SentMails.tsx';

const tabs = ['write', 'sent', 'outbox'] as const;
const address = z.object({ tab: z.enum(tabs).default('write') });

/** Mails to many, their archive, and the queue of all mails. The page opens for everybody; what is in it is for the board (/admin/mail). */
export function Page() {
  const { user } = useAuth();
  const [{ tab }] = useAddress(address);
  const memberIds = useRouterState({ select: ({ location }) => location.state.memberIds });
  const navigate = useNavigate();
  // What a tab filters is its own; who was ticked for a mail stays.
  const show = (value: string | null) => {
    const search = value === 'write' || !value ? {} : { tab: value };
    void navigate({ to: '.', search, state: true, replace: true, resetScroll: false });
  };
  // What was sent is done: coming back to the form, nobody is ticked any more.
  const showSent = () => void navigate({ to: '.', search: { tab: 'sent' }, state: {}, replace: true });
  const mayRead = user && may({ role: user.role.name }, 'mail.listSent', 'club');
  return (
    <>
      <PageTitle title={pages.adminMail.title} />
      {mayRead ? (
        <Tabs value={tab} onChange={show} keepMounted={false}>
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
          <p>{user ? 'Ihre Rolle gehört nicht dazu.' : 'Bitte loggen Sie sich ein, wenn Sie dazugehören.'}</p>
        </EmptyState>
      )}
    </>
  );
}
