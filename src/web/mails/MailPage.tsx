import { Stack, Text } from '@mantine/core';
import { may } from '#shared/access.ts';
import { pages } from '#shared/pages.ts';
import { useAuth } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { Outbox } from './Outbox.tsx';

/** The mails of the club. The page opens for everybody; what is in it is for the board (/admin/mail). */
export function Page() {
  const { user } = useAuth();
  const mayRead = user && may({ role: user.role.name }, 'mail.listSent', 'club');
  return (
    <>
      <PageTitle title={pages.adminMail.title} />
      {mayRead ? (
        <Stack gap="sm">
          <Text c="dimmed">
            Rundmails können Sie hier noch nicht schreiben; das kommt mit einem späteren Ausbau. Im Postausgang stehen die Mails, die die
            Anwendung selbst verschickt.
          </Text>
          <Outbox viewer={user} />
        </Stack>
      ) : (
        <EmptyState icon="lock" title="Diese Mails sehen nur Vorstand und Superuser.">
          <p>{user ? 'Ihre Rolle gehört nicht dazu.' : 'Bitte melden Sie sich an, wenn Sie dazugehören.'}</p>
        </EmptyState>
      )}
    </>
  );
}
