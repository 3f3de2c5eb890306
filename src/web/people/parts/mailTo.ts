import { useNavigate, useRouterState } from '@tanstack/react-router';
import { pages } from '#shared/kernel/pages.ts';
import type { RichText } from '#shared/kernel/richText.ts';

/** A mail without its recipients. */
export type MailWords = { subject: string; body: RichText };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Members handed to the mails page: too many for a URL, and gone with the tab. */
    memberIds?: readonly string[];
    /** The words of the mail to them that another page proposes. */
    words?: MailWords;
  }
}

/** Opens the mails page with selected members as recipients, and with proposed words if any. */
export function useMailTo(): (memberIds: readonly string[], words?: MailWords) => void {
  const navigate = useNavigate();
  return (memberIds, words) => void navigate({ to: pages.adminMail.path, state: { memberIds, ...(words && { words }) } });
}

/** The recipients and words that another page handed over. */
export function useHandedMail(): { memberIds: readonly string[] | undefined; words: MailWords | undefined } {
  const memberIds = useRouterState({ select: ({ location }) => location.state.memberIds });
  const words = useRouterState({ select: ({ location }) => location.state.words });
  return { memberIds, words };
}
