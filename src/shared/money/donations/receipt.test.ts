import { expect, test } from 'vitest';
import type { DonationSettings, ReceiptContent } from './contract.ts';
import { isUnsigned, lacking, noticeEnds, receiptTexts } from './receipt.ts';

const settings: DonationSettings = {
  issuer: 'SC Probe e. V.\nAm Platz 1\n59999 Auenfeld',
  place: 'Auenfeld',
  taxOffice: 'Beispielstadt',
  taxNumber: '300/1',
  noticeKind: 'exemption',
  noticeOn: '2021-11-23',
  assessedFor: '2018 bis 2020',
  purposes: 'des Sports',
  announcedOn: null,
  version: 1,
};
const content: Pick<ReceiptContent, 'settings' | 'lines' | 'isCollective'> = {
  settings,
  isCollective: false,
  lines: [{ receivedOn: '2026-11-20', cents: 25_000, kind: 'money' }],
};

test('an exemption is valid for five years to the day, a statement about the statutes for three', () => {
  expect(noticeEnds(settings)).toBe('2026-11-23');
  expect(noticeEnds({ ...settings, noticeKind: 'statutes' })).toBe('2024-11-23');
  expect(lacking(settings, '2026-11-23')).toEqual([]);
  expect(lacking(settings, '2026-11-24')).toEqual(['Der Bescheid vom 23.11.2021 galt für Bestätigungen bis 23.11.2026 (§ 63 Abs. 5 AO).']);
  expect(lacking(null, '2026-11-24')).toEqual(['Die Angaben für Zuwendungsbestätigungen fehlen.']);
});

test('a receipt over one donation says whether expenses were waived, and names the notice', () => {
  expect(receiptTexts(content)).toMatchObject({
    title: 'Bestätigung über Geldzuwendungen',
    waiver: 'Es handelt sich um den Verzicht auf Erstattung von Aufwendungen: Nein.',
    once: '',
  });
  expect(receiptTexts(content).notice).toContain(
    'Finanzamtes Beispielstadt, StNr. 300/1, vom 23.11.2021 für den letzten Veranlagungszeitraum 2018 bis 2020',
  );
  const waived = { ...content, lines: content.lines.map((line) => ({ ...line, kind: 'waiver' as const })) };
  expect(receiptTexts(waived).waiver).toContain('Ja');
});

test('a collective receipt refers to its list and declares that no other receipt exists', () => {
  const texts = receiptTexts({ ...content, isCollective: true });
  expect(texts.title).toBe('Sammelbestätigung über Geldzuwendungen');
  expect(texts.waiver).toContain('Anlage zur Sammelbestätigung');
  expect(texts.once).toContain('keine weiteren Bestätigungen');
});

test('a new club issues receipts based on the statement about its statutes', () => {
  const texts = receiptTexts({ ...content, settings: { ...settings, noticeKind: 'statutes' } });
  expect(texts.notice).toContain('nach § 60a AO gesondert festgestellt. Wir fördern nach unserer Satzung des Sports.');
});

test('only a receipt over money is valid without a signature, and only once the tax office was informed', () => {
  const line = (kind: 'money' | 'waiver') => ({ receivedOn: '2026-03-02', cents: 100, kind });
  const announced = { ...settings, announcedOn: '2026-01-10' };
  expect(isUnsigned({ settings, lines: [line('money')] })).toBe(false);
  expect(isUnsigned({ settings: announced, lines: [line('money'), line('money')] })).toBe(true);
  expect(isUnsigned({ settings: announced, lines: [line('money'), line('waiver')] })).toBe(false);
  expect(receiptTexts({ settings: announced, lines: [line('money')], isCollective: false }).unsigned).toContain('am 10.01.2026 angezeigt');
});
