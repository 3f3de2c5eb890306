import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { mailStates } from '#shared/content/mails.ts';
import { may } from '#shared/kernel/rights.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { User } from '#shared/kernel/user.ts';
import { useAddress } from '#web/lib/address.ts';
import { useHandedMail } from '#web/people/parts/mailTo.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { MailForm } from './MailForm.tsx';
import type { MailAbout } from './mailValues.ts';
import { Outbox } from './Outbox.tsx';
import { sentMailQuery } from './queries.ts';
import { SentMails } from './SentMails.tsx';

const tabs = ['write', 'sent', 'outbox'] as const;
const address = z.object({
  tab: z.enum(tabs).default('write'),
  course: z.uuid().optional(),
  list: z.uuid().optional(),
  from: z.uuid().optional(),
  state: z.enum(mailStates).optional(),
  search: z.string().max(100).optional(),
});

/**
 * Bulk mails, their archive, and the queue of all mails (/admin/mail). The page opens for everybody; its content is for
 * the board, and the form of a course for its leaders.
 */
export function Page() {
  const { user } = useAuth();
  const [{ course }] = useAddress(address);
  const actor = { role: user?.role.name };
  return (
    <>
      <PageTitle title={pages.adminMail.title} />
      {user && may(actor, 'mail.listSent', 'club') ? (
        <BoardMails user={user} />
      ) : user && course && may(actor, 'mail.sendToOffer', 'club') ? (
        <CourseMail user={user} course={course} />
      ) : (
        <EmptyState icon="lock" title="Diese Mails sehen nur Vorstand und Superuser.">
          <p>{user ? 'Ihre Rolle gehört nicht dazu.' : 'Bitte loggen Sie sich ein, wenn Sie dazugehören.'}</p>
        </EmptyState>
      )}
    </>
  );
}

function BoardMails({ user }: { user: User }) {
  const [{ tab, course, list, from, state, search }, setAddress] = useAddress(address);
  const { memberIds, personIds, words } = useHandedMail();
  const navigate = useNavigate();
  const club = user.club.name;
  const about = aboutOf({ course, list, personIds });
  // Each tab has its own filters; the selected members stay.
  const show = (value: string | null) => {
    const next = value === 'write' || !value ? {} : { tab: value };
    void navigate({ to: '.', search: next, state: true, replace: true, resetScroll: false });
  };
  // After sending, the selection is cleared.
  const showSent = () => void navigate({ to: '.', search: { tab: 'sent' }, state: {}, replace: true });
  const goOn = (id: string) => void navigate({ to: '.', search: { from: id }, state: {} });
  return (
    <Tabs value={tab} onChange={show} keepMounted={false}>
      <TabList mb="md">
        <Tabs.Tab value="write">Schreiben</Tabs.Tab>
        <Tabs.Tab value="sent">Gesendet und Entwürfe</Tabs.Tab>
        <Tabs.Tab value="outbox">Postausgang</Tabs.Tab>
      </TabList>
      <Tabs.Panel value="write">
        {from ? (
          <GoOn key={from} id={from} user={user} onSent={showSent} />
        ) : (
          <MailForm key={about?.id ?? ''} club={club} memberIds={memberIds} words={words} about={about} onSent={showSent} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="sent">
        <SentMails filter={{ club, state, search }} onFilter={setAddress} onGoOn={goOn} />
      </Tabs.Panel>
      <Tabs.Panel value="outbox">
        <Outbox viewer={user} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The form with a stored mail. */
function GoOn({ id, user, onSent }: { id: string; user: User; onSent: () => void }) {
  const query = useQuery(sentMailQuery(id));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return <MailForm club={user.club.name} from={data} onSent={onSent} />;
}

/** The form for leaders of a course, which returns to its participants after sending. */
function CourseMail({ user, course }: { user: User; course: string }) {
  const navigate = useNavigate();
  const { personIds } = useHandedMail();
  const goBack = () => void navigate({ to: pages.adminParticipants.path, search: { course } });
  return <MailForm key={course} club={user.club.name} about={aboutOf({ course, personIds })} isLimited onSent={goBack} />;
}

type About = { course?: string | undefined; list?: string | undefined; personIds?: readonly string[] | undefined };

/** What the mail is about: from the URL, and the people selected on the page before. */
function aboutOf({ course, list, personIds }: About): MailAbout | undefined {
  if (course) return { kind: 'course', id: course, personIds };
  return list ? { kind: 'helpers', id: list } : undefined;
}
