import { Problem } from '#server/platform/http/problem.ts';
import type { Actor } from '#server/platform/database/ledger.ts';
import type { Speaker } from '../organisations/links.ts';
import type { Answering } from '../notices/answers.ts';
import type { Hand } from '../seasons/wishes.ts';

/** The hand of one who speaks for an organisation: that of its board, where they may sign. */
export function handOf({ contact, organisation }: Speaker): Hand {
  const { maySign } = contact;
  return { isManager: false, isBoard: maySign, owns: ({ id }) => maySign && id === organisation.id };
}

/** How the log names who acts by a link. */
export function actorOf({ contact, organisation }: Speaker): Actor {
  return { name: `${contact.name} (${organisation.name})` };
}

/** In whose name a question is answered; refuses who only reads and gives hours back. */
export function answering(speaker: Speaker): Answering {
  requireSign(speaker);
  const { club, contact, organisation } = speaker;
  return { organisationId: organisation.id, club, email: contact.email, by: actorOf(speaker) };
}

/** Refuses who only reads and gives hours back. */
export function requireSign({ contact }: Speaker): void {
  if (!contact.maySign) throw new Problem('forbidden');
}
