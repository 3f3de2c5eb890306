import { useNavigate, useRouterState } from '@tanstack/react-router';
import { pages } from '#shared/kernel/pages.ts';
import type { RichText } from '#shared/kernel/richText.ts';

/** A mail without its recipients. */
export type MailWords = { subject: string; body: RichText };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Members handed to the mails page: too many for a URL, and gone with the tab. */
    memberIds?: readonly string[];
    /** The same for selected people of a course. */
    personIds?: readonly string[];
    /** The words of the mail to them that another page proposes. */
    words?: MailWords;
  }
}

/** Opens the mails page with selected members as recipients, and with proposed words if any. */
export function useMailTo(): (memberIds: readonly string[], words?: MailWords) => void {
  const navigate = useNavigate();
  return (memberIds, words) => void navigate({ to: pages.adminMail.path, state: { memberIds, ...(words && { words }) } });
}

/** Opens the mails page for a course, with the selected people of it as recipients. */
export function useMailToSome(): (course: string, personIds: readonly string[]) => void {
  const navigate = useNavigate();
  return (course, personIds) => void navigate({ to: pages.adminMail.path, search: { course }, state: { personIds } });
}

type Handed = { memberIds: readonly string[] | undefined; personIds: readonly string[] | undefined; words: MailWords | undefined };

/** The recipients and words that another page handed over. */
export function useHandedMail(): Handed {
  const memberIds = useRouterState({ select: ({ location }) => location.state.memberIds });
  const personIds = useRouterState({ select: ({ location }) => location.state.personIds });
  const words = useRouterState({ select: ({ location }) => location.state.words });
  return { memberIds, personIds, words };
}
