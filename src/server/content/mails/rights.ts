import { offerMailsADay, type Audience, type LegalBasis } from '#shared/content/mails.ts';
import { leadsOffer } from '#server/courses/offers/service.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';

const dayMs = 24 * 60 * 60 * 1000;
type Wish = {
  audience: Audience;
  legalBasis: LegalBasis;
  sendAt?: string | undefined;
  replaces?: string | undefined;
  files?: readonly string[] | undefined;
};

/**
 * Throws unless the caller may write this e-mail: the board may write any, leaders of a course or its department may write to its
 * participants. The problem does not reveal whether another course exists.
 */
export async function requireMayWrite(context: Context, wish: Wish): Promise<void> {
  if (allow(context, 'mail.sendToOffer', 'club') === 'all') return;
  const { audience } = wish;
  if (audience.kind !== 'course' || wish.legalBasis !== 'contract' || wish.sendAt || wish.replaces || wish.files?.length)
    throw new Problem('forbidden');
  const viewer = signedIn(context);
  if (!(await context.read((tx) => leadsOffer(tx, audience.id, viewer)))) throw new Problem('forbidden');
}

/** Counts an e-mail of a caller outside the board against the limit of three per course and day. */
export async function countOfferMail(context: Context, { audience }: Wish): Promise<void> {
  if (allow(context, 'mail.sendToOffer', 'club') === 'all' || audience.kind !== 'course') return;
  await countTry(context.database, `mail-offer:${audience.id}:${signedIn(context).userId}`, { free: offerMailsADay, windowMs: dayMs });
}
