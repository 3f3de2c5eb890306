import { expect, test } from 'vitest';
import { donationsContract, type DonationSettings } from '#shared/money/donations/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { SettingsPart } from './SettingsPart.tsx';

const settings: DonationSettings = {
  issuer: 'RWA e. V.\nMarkt 1\n59999 Auenfeld',
  place: 'Auenfeld',
  taxOffice: 'Beispielstadt',
  taxNumber: '300/1',
  noticeKind: 'exemption',
  noticeOn: '2021-11-22',
  assessedFor: '2018 bis 2020',
  purposes: 'des Sports',
  announcedOn: null,
  version: 4,
};

test('an outdated notice is reported with the remedy, and a new one replaces it', async () => {
  const server = signIn(userOf('admin')).on(donationsContract.saveSettings, { ...settings, version: 5 });
  const hand = show(<SettingsPart club="RWA" settings={settings} lacking={['Der Bescheid ist zu alt.']} />);
  await hand.reads(/Der Bescheid ist zu alt. Bitte tragen Sie den neuen Bescheid ein./);
  await hand.press('Ändern');
  await hand.fill('Vom', '01.02.2026');
  await hand.fill('Maschinelle Bestätigungen angezeigt am', '10.02.2026');
  await hand.fill('Maschinelle Bestätigungen angezeigt am', '');
  await hand.fill('Letzter Veranlagungszeitraum', '');
  await hand.press('Speichern');
  expect(hand.problem('Letzter Veranlagungszeitraum')).toBe('Bitte den letzten Veranlagungszeitraum angeben.');
  await hand.fill('Letzter Veranlagungszeitraum', '2023 bis 2025');
  await hand.press('Speichern');
  await hand.reads('Die Angaben sind gespeichert.');
  expect(server.sent).toMatchObject([
    {
      method: 'PUT',
      body: { version: 4, noticeOn: '2026-02-01', announcedOn: null, assessedFor: '2023 bis 2025', issuer: settings.issuer },
    },
  ]);
});

test('a new club with only the statement about its statutes is not asked for years', async () => {
  signIn(userOf('admin'));
  const hand = show(<SettingsPart club="RWA" settings={null} lacking={[]} />);
  await hand.press('Eintragen');
  await hand.choose('Bescheid', 'Feststellung nach § 60a AO (neuer Verein)');
  expect(() => hand.field('Letzter Veranlagungszeitraum')).toThrow('no field');
});
