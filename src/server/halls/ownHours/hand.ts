import { Problem } from '#server/platform/http/problem.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import type { Speaker } from '../organisations/links.ts';
import type { Answering } from '../notices/answers.ts';
import type { Hand } from '../seasons/wishes.ts';

/** The actor for an organisation's contact: like its board, if they may sign. */
export function contactActor({ contact, organisation }: Speaker): Hand {
  const { maySign } = contact;
  return { isManager: false, isBoard: maySign, owns: ({ id }) => maySign && id === organisation.id };
}

/** The name in the audit log of a contact who acts by a link. */
export function actorOf({ contact, organisation }: Speaker): Actor {
  return { name: `${contact.name} (${organisation.name})` };
}

/** In whose name a question is answered; throws 403 for contacts who may only read and release hours. */
export function answering(speaker: Speaker): Answering {
  requireSign(speaker);
  const { club, contact, organisation } = speaker;
  return { organisationId: organisation.id, club, email: contact.email, by: actorOf(speaker) };
}

/** Throws 403 for contacts who may only read and release hours. */
export function requireSign({ contact }: Speaker): void {
  if (!contact.maySign) throw new Problem('forbidden');
}
