import { expect, test } from 'vitest';
import { membershipApplicationsContract, type MembershipOffer } from '#shared/people/membershipApplications.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ApplyPart } from './ApplyPart.tsx';
import { MissingTexts } from './MissingTexts.tsx';

const texts = { statutes: '/rwa/satzung', fees: '/rwa/beitragsordnung', privacy: '/rwa/datenschutz' };
const hrefs = () =>
  [...document.querySelectorAll('a')].map(({ textContent, href }) => [textContent, new URL(href).pathname + new URL(href).search]);

test('beside the switch stands which text lacks, with the way to the form of that page', async () => {
  answer({ isOpen: false, texts: { ...texts, fees: null }, contact: null });
  const hand = show(<MissingTexts club="RWA" />);
  await hand.reads('Vorher fehlt noch');
  expect(hrefs()).toEqual([['Seite „Beitragsordnung“ anlegen', '/admin/pages?page=neu&kind=fees&club=RWA']]);
});

test('Mein Verein leads to the form where there is one, otherwise to the contact or to a message', async () => {
  answer({ isOpen: true, texts, contact: null });
  const hand = show(<ApplyPart fees={null} />);
  await hand.reads('Mitgliedsantrag ausfüllen');
});

test.each([
  ['/rwa/kontakt', 'Kontakt zum Verein', '/rwa/kontakt'],
  [null, 'Dem Verein schreiben', '/feedback'],
])('a club without applications online with the contact page %s says how one becomes a member', async (contact, words, path) => {
  answer({ isOpen: false, texts, contact });
  const hand = show(<ApplyPart fees={null} />);
  await hand.reads('So werden Sie Mitglied');
  expect(hrefs()).toEqual([[words, path]]);
});

function answer(offer: MembershipOffer): void {
  signIn(userOf('admin')).on(membershipApplicationsContract.offer, offer);
}
