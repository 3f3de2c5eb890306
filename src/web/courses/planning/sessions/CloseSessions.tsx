import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionsAtMost } from '#shared/courses/planning/manySessions.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { pages } from '#shared/kernel/pages.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { isPageOn } from '#web/lib/session/ownClub.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import type { Session } from './MoveSession.tsx';

/** The sessions that took place as planned and whose attendance list is still open; none where the club keeps no lists. */
export function useOpenLists(sessions: readonly Session[]): Session[] {
  const { user } = useAuth();
  const [nowText] = useState(() => new Date().toISOString());
  if (!isPageOn(pages.mobileParticipantList, user)) return [];
  return sessions.filter(({ state, endsAt }) => sessionSets.coming.includes(state) && endsAt <= nowText);
}

/** Closes all open attendance lists of past sessions, after a question; hidden with fewer than two, which have a link each. */
export function CloseSessions({ courseId, open: all }: { courseId: string; open: readonly Session[] }) {
  const { close, isPending } = useClosing(courseId);
  const open = all.slice(0, sessionsAtMost);
  const [first] = open;
  const last = open.at(-1);
  if (!first || !last || open.length < 2) return null;
  const ask = () =>
    confirm({
      title: `${open.length} Termine abschließen?`,
      text: `Die Termine vom ${germanDate(first.localDate)} bis zum ${germanDate(last.localDate)} gelten danach als gehalten. Wer dort weder als anwesend noch als entschuldigt eingetragen ist, gilt als abwesend. Einzelne lassen sich später noch ändern.`,
      action: `${open.length} abschließen`,
      onConfirm: () => close(open),
    });
  return (
    <Button className="no-print" variant="default" loading={isPending} onClick={ask}>
      Vergangene abschließen …
    </Button>
  );
}

function useClosing(id: string) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (open: readonly Session[]) => api.attendance.closeMany({ id, sessionIds: open.map((one) => one.id) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['courses'] }),
  });
  const close = (open: readonly Session[]) =>
    mutate(open, {
      onSuccess: ({ changed }) => notify(changed === 1 ? 'Ein Termin ist abgeschlossen.' : `${changed} Termine sind abgeschlossen.`),
      onError: notifyProblem,
    });
  return { close, isPending };
}
