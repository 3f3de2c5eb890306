import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { pages } from '#shared/kernel/pages.ts';
import { RowMenu } from '#web/ui/decisions/RowMenu.tsx';
import { CallOff } from '../attendance/CallOff.tsx';
import { Substitute } from '../attendance/Substitute.tsx';
import { isOverAndOpen, isToCome, mayPutBack, useRestore } from '../attendance/sessionRules.ts';

type SessionMenuProps = { session: TrainingDate; /** When the list was loaded. */ readAt: string; mayMail: boolean };

/** The actions on one session of the list. */
export function SessionMenu({ session, readAt, mayMail }: SessionMenuProps) {
  const [dialog, setDialog] = useState<'cancel' | 'substitute'>();
  const { restore, isPending } = useRestore();
  const close = () => setDialog(undefined);
  return (
    <>
      <RowMenu name={session.courseTitle} isBusy={isPending}>
        <Menu.Item renderRoot={(props) => <Link {...props} to="/admin/mobile/participantList" search={{ session: session.id }} />}>
          Anwesenheit
        </Menu.Item>
        {isToCome(session, readAt) && <Menu.Item onClick={() => setDialog('substitute')}>Vertretung</Menu.Item>}
        {mayMail && (
          <Menu.Item renderRoot={(props) => <Link {...props} to={pages.adminMail.path} search={{ course: session.courseId }} />}>
            Mail schreiben
          </Menu.Item>
        )}
        {isToCome(session, readAt) && <Menu.Item onClick={() => setDialog('cancel')}>Stunde absagen</Menu.Item>}
        {isOverAndOpen(session, readAt) && <Menu.Item onClick={() => setDialog('cancel')}>Fand nicht statt</Menu.Item>}
        {mayPutBack(session, readAt) && <Menu.Item onClick={() => restore(session)}>Absage zurücknehmen</Menu.Item>}
      </RowMenu>
      <CallOff session={session} isOpen={dialog === 'cancel'} onClose={close} onDone={close} />
      <Substitute session={session} isOpen={dialog === 'substitute'} onClose={close} onDone={close} />
    </>
  );
}
