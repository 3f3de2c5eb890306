import { Button } from '@mantine/core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { RichTextNode } from '#shared/kernel/richText.ts';
import { chosenAtMost } from '#shared/people/memberBatch.ts';
import type { FaultyMember } from '#shared/people/report/reportSnapshots.ts';
import { boot } from '#web/lib/boot.ts';
import { useMailTo, type MailWords } from '../parts/mailTo.ts';

type AskMembersProps = {
  members: readonly FaultyMember[];
  club: ClubName;
  /** What is missing, e.g. "das Geburtsdatum". */ missing: string;
};

/** Leads to a mail to members who alone know what is missing; the board reads it before it is sent. */
export function AskMembers({ members, club, missing }: AskMembersProps) {
  const mailTo = useMailTo();
  const asked = members.slice(0, chosenAtMost).map(({ memberId }) => memberId);
  return (
    <Button variant="default" onClick={() => mailTo(asked, wordsOf(missing, boot.clubs[club].site))}>
      {asked.length === 1 ? 'Mitglied anschreiben' : `${asked.length} Mitglieder anschreiben`}
    </Button>
  );
}

function wordsOf(missing: string, site: string): MailWords {
  const page = `${site}${pages.profile.path}/data`;
  return {
    subject: 'Bitte ergänzen: Angaben für die Meldung an den Verband',
    body: {
      type: 'doc',
      content: [
        paragraph({ type: 'text', text: '{Anrede},' }),
        paragraph({ type: 'text', text: `für die jährliche Meldung an den Landessportbund fehlt uns ${missing}.` }),
        paragraph(
          {
            type: 'text',
            text: 'Bitte geben Sie uns Bescheid: als Antwort auf diese Mail, oder mit Konto im Profil unter „Daten ändern lassen“, ',
          },
          { type: 'text', text: page, marks: [{ type: 'link', attrs: { href: page } }] },
          { type: 'text', text: '.' },
        ),
      ],
    },
  };
}

function paragraph(...content: RichTextNode[]): RichTextNode {
  return { type: 'paragraph', content };
}
