import type { ParameterName } from '#shared/club/config.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { applicationTextNames, missingTexts, type ApplicationText } from '#shared/people/applicationTexts.ts';
import type { MembershipOffer } from '#shared/people/membershipApplications.ts';
import type { Reader, Transaction } from '#server/platform/database/database.ts';
import { readParameter } from '#server/club/config/service.ts';

type Source = Parameters<typeof readParameter>[0];

/** Port: the paths of a club's published legal pages by kind; kinds without a page are omitted. */
export type LegalAddresses = (source: Reader, club: ClubName) => Promise<{ readonly [kind: string]: string }>;

const parameterOf = { RWA: 'members.RWA.applications', SCB: 'members.SCB.applications' } as const;
const joinable = ['RWA', 'SCB'] as const;
type Joinable = (typeof joinable)[number];

/** How a club takes members: applications are open if they are switched on and every text to agree to is published. */
export async function offerOf(source: Source, club: Joinable, pages: LegalAddresses): Promise<MembershipOffer> {
  const { texts, contact } = await membershipPages(source, club, pages);
  return { isOpen: (await takesApplications(source, club)) && missingTexts(texts).length === 0, texts, contact };
}

/** Whether applications of a club are switched on; the association takes none. */
export async function takesApplications(source: Source, name: ClubName): Promise<boolean> {
  const club = joinable.find((one) => one === name);
  return club !== undefined && readParameter(source, parameterOf[club]);
}

/** Refuses to switch on applications of a club that lacks a text; the refusal names it. */
export function needsTexts(pages: LegalAddresses) {
  return async (tx: Transaction, name: ParameterName, value: unknown): Promise<string | undefined> => {
    const club = joinable.find((one) => parameterOf[one] === name);
    if (!club || value !== true) return undefined;
    const missing = missingTexts((await membershipPages(tx, club, pages)).texts);
    if (missing.length === 0) return undefined;
    return `Es fehlt noch: ${missing.map((text) => applicationTextNames[text]).join(', ')}. Wer beitritt, stimmt diesen Texten zu.`;
  };
}

/** The pages of the texts to agree to, and the contact page. */
export async function membershipPages(source: Source, club: ClubName, pages: LegalAddresses) {
  const found = await pages(source, club);
  const of = (kind: ApplicationText | 'contact') => found[kind] ?? null;
  return { texts: { statutes: of('statutes'), fees: of('fees'), privacy: of('privacy') }, contact: of('contact') };
}
