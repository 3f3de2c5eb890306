import fs from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { addDays, germanDate, localOf } from '../../../src/shared/kernel/calendar.ts';
import { setClock } from '../../../src/server/platform/process/clock.ts';
import { desktop, stage } from '../../e2e/person.ts';
import { founder, startEmpty } from '../empty.ts';
import { founding, typeDay } from '../founding.ts';
import { addBankAccount } from '../bankAccount.ts';

// A treasurer's year on an empty product, through the pages alone. The sums were reckoned by hand and stand in the tests.
const year = Number(localOf(new Date()).date.slice(0, 4)) + 1;
let today = `${year}-01-05`;
setClock(noon());
const staged = stage(desktop, startEmpty);
const { begin } = founding(staged);
afterAll(() => setClock());

function noon(): Date {
  return new Date(`${today}T11:00:00Z`);
}

function goTo(day: string): void {
  today = day;
  setClock(noon());
}

/** Abel and Berg pay by debit, Chor and Dill by transfer. */
function members(): Buffer {
  const columns = 'Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Geschlecht;E-Mail;Eintritt;IBAN;Mandatsreferenz;Mandatsdatum';
  const rows = [
    '1000;Abel;Anna;01.01.1980;w;anna@abel.example;01.01.2015;DE75512108001245126199;M-ABEL;01.02.2015',
    '1001;Berg;Bert;01.01.1982;m;bert@berg.example;01.01.2015;DE75512108001245126199;M-BERG;01.02.2015',
    '1002;Chor;Cleo;01.01.1975;w;cleo@chor.example;01.01.2020;;;',
    '1003;Dill;Dora;01.01.1977;w;dora@dill.example;01.01.2021;;;',
  ];
  return Buffer.from([columns, ...rows, ''].join('\r\n'), 'latin1');
}

/** A page of the treasurer today; the session library counts by the real clock, so the session is moved along. */
async function treasurerAt(path: string): Promise<Page> {
  const client = staged.server.visitor();
  await client.signIn(founder.email, founder.password);
  await staged.server.sql('update auth_session set expires_at = $1, updated_at = $2, created_at = $2, confirmed_at = $2', [
    addDays(today, 7),
    noon(),
  ]);
  // The journey is about money: the weeks that a second factor may wait for begin anew.
  await staged.server.sql('update second_factor set asked_at = $1', [noon()]);
  const page = await staged.visit();
  await page.clock.setFixedTime(noon());
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
  await page.goto(path);
  return page;
}

let pain = '';

type Entry = { cents: string; side: 'CRDT' | 'DBIT'; ref: string; details: string };

/** A balance in the words of the bank. */
function bal(code: string, cents: number): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
    <Dt><Dt>${today}</Dt></Dt></Bal>`;
}

// What lies on the account; each statement goes on where the one before ended.
let balance = 100_000;

/** A statement of today as the bank writes it. */
function camt(entries: readonly Entry[]): string {
  const before = balance;
  for (const { cents, side } of entries) balance += (side === 'CRDT' ? 1 : -1) * Math.round(Number(cents) * 100);
  const entry = ({ cents, side, ref, details }: Entry) =>
    `<Ntry><Amt Ccy="EUR">${cents}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today}</Dt></BookgDt>
     <ValDt><Dt>${today}</Dt></ValDt><AcctSvcrRef>${ref}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>${bal('OPBD', before)}${bal('CLBD', balance)}${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
}

function paid(name: string, purpose: string): string {
  return `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr>
    <DbtrAcct><Id><IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls>`;
}

/** A debit of 100 € that came back for want of money, and what the bank takes for it. */
function returned(endToEndId: string): string {
  return `<TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs><AmtDtls><InstdAmt><Amt Ccy="EUR">100.00</Amt></InstdAmt></AmtDtls>
    <Chrgs><Rcrd><Amt Ccy="EUR">4.90</Amt></Rcrd></Chrgs><RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf></TxDtls>`;
}

/** Reads a statement of the bank in. */
async function read(page: Page, entries: readonly Entry[]): Promise<void> {
  const file = { name: 'auszug.xml', mimeType: 'application/xml', buffer: Buffer.from(camt(entries)) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Einlesen' }).click();
}

function line(page: Page, amount: string): Locator {
  return page.getByRole('row').filter({ hasText: amount });
}

/** Says what lay on the account, or in the cash box, on the first morning of the year. */
async function beginWith(page: Page, place: 'Girokonto' | 'Kasse', amount: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(`^${place}`) })
    .getByRole('button', { name: 'Anfangsbestand eintragen' })
    .click();
  const form = page.getByRole('dialog', { name: `Anfangsbestand: ${place}` });
  await form.getByRole('textbox', { name: 'Betrag in Euro' }).fill(amount);
  await typeDay(page, 'Am Morgen des', germanDate(`${year}-01-01`));
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Der Anfangsbestand ist eingetragen.').first().waitFor();
  await form.waitFor({ state: 'hidden' });
}

/** What the page of the year says lies where at the end. */
async function lies(page: Page, of: { bank: string; cash: string; together: string }): Promise<void> {
  const table = page.getByRole('table', { name: 'Kontostände' });
  for (const [name, amount] of [
    [/^Girokonto/, of.bank],
    [/^Kasse/, of.cash],
    [/^Zusammen/, of.together],
  ] as const)
    await table.getByRole('row', { name }).getByRole('cell', { name: amount }).last().waitFor();
}

/** What is not the likeliest stands behind the dots of a row. */
async function chooseBehindDots(row: Locator, words: string): Promise<void> {
  await row.getByRole('button', { name: /^Aktionen/ }).click();
  await row.page().getByRole('menuitem', { name: words }).click();
}

/** What the page of the year says at the foot of its table. */
async function sums(page: Page, of: { in: string; out: string; surplus: string }): Promise<void> {
  await page.getByRole('row', { name: `Zusammen ${of.in} ${of.out}` }).waitFor();
  await page.getByRole('row', { name: `Überschuss ${of.surplus}` }).waitFor();
}

async function text(file: Download): Promise<string> {
  return fs.readFileSync(await file.path(), 'utf8');
}

test('the club has its account, members with and without a mandate, and one fee', async () => {
  await begin();

  const page = await treasurerAt('/admin/config');
  await page.getByRole('link', { name: /Beitrag und Bank/ }).click();
  await addBankAccount(page, 'Rot-Weiß Auenfeld');

  await page.goto('/admin/members');
  await page.getByText('Importieren').first().click();
  const wizard = page.getByRole('dialog');
  await page.locator('input[type=file]').setInputFiles({ name: 'mitglieder.csv', mimeType: 'text/csv', buffer: members() });
  await wizard.getByRole('button', { name: 'Weiter', exact: true }).click();
  await wizard.getByRole('button', { name: 'Prüfen' }).click();
  // A mandate of 2015 holds only where it was used since.
  await wizard.getByText('Ohne diesen Tag bleiben 2 alte Mandate unvollständig.', { exact: false }).waitFor();
  await typeDay(page, 'Zuletzt eingezogen am', germanDate(`${year - 1}-02-01`));
  await wizard.getByRole('button', { name: 'Zuordnung anwenden' }).click();
  await wizard.getByRole('button', { name: /^4 .*übernehmen$/ }).click();
  await wizard.getByText('Der Import ist fertig').waitFor();

  await page.goto('/admin/money/fees');
  await page.getByRole('button', { name: 'Regel anlegen' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Erwachsene');
  await form.getByRole('textbox', { name: 'Beitrag in Euro' }).fill('100');
  await form.getByRole('textbox', { name: 'Gültig ab', exact: true }).fill(`01.01.${year}`);
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('row', { name: /Erwachsene/ }).waitFor();

  await page.goto('/admin/money/year');
  await beginWith(page, 'Girokonto', '1000');
  await beginWith(page, 'Kasse', '50');
  await lies(page, { bank: '1.000,00 €', cash: '50,00 €', together: '1.050,00 €' });
});

test('four fees of 100 € are asked for, two are collected', async () => {
  const page = await treasurerAt('/admin/money/fees');
  await page.goto('/admin/money/fees?tab=lauf');
  await typeDay(page, 'Beiträge von', germanDate(`${year}-01-01`));
  await typeDay(page, 'bis', germanDate(`${year}-12-31`));
  await typeDay(page, 'Fällig am', germanDate(`${year}-02-01`));
  await page.getByText(/4 Forderungen über 400,00/).waitFor();
  await page.getByRole('button', { name: '4 Forderungen buchen', exact: true }).click();
  await page.getByRole('button', { name: 'Fordern', exact: true }).click();
  await page.getByText('4 Forderungen sind gebucht.', { exact: false }).waitFor();

  goTo(`${year}-01-20`);
  const debits = await treasurerAt('/admin/money/debits');
  await debits.getByText(/2 Lastschriften über zusammen 200,00/).waitFor();
  await debits.getByRole('button', { name: 'Lastschriftlauf anlegen' }).click();
  const make = debits.getByRole('button', { name: 'Anlegen', exact: true });
  const [file] = await Promise.all([debits.waitForEvent('download'), make.click()]);
  pain = await text(file);
  expect(pain.match(/<CtrlSum>([^<]*)</)?.[1]).toBe('200.00');
  await debits.getByRole('button', { name: 'Bei der Bank eingereicht' }).click();
  await debits.getByRole('button', { name: 'Ja, eingereicht' }).click();
  await debits.getByText(/^RWA-\S+: bei der Bank\.$/).waitFor();
});

test('the bank statement brings the collection, a transfer with 30 € too much, a part and a debit that came back', async () => {
  goTo(`${year}-02-12`);
  const page = await treasurerAt('/admin/money/charges');
  const referenceOf = async (name: string) => {
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.waitFor();
    return /RWA-\d+/.exec(await row.innerText())?.[0] ?? '';
  };
  const [chor, dill] = [await referenceOf('Chor'), await referenceOf('Dill')];
  expect([chor, dill]).toEqual([expect.stringMatching(/^RWA-/), expect.stringMatching(/^RWA-/)]);
  const messageId = /<MsgId>([^<]*)</.exec(pain)?.[1] ?? '';
  const bergId = /<EndToEndId>(M-BERG[^<]*)</.exec(pain)?.[1] ?? '';
  await page.goto('/admin/money/bank');
  await read(page, [
    { cents: '200.00', side: 'CRDT', ref: 'B1', details: `<Btch><MsgId>${messageId}</MsgId><NbOfTxs>2</NbOfTxs></Btch>` },
    { cents: '130.00', side: 'CRDT', ref: 'B2', details: paid('Cleo Chor', `Beitrag ${chor}`) },
    { cents: '60.00', side: 'CRDT', ref: 'B3', details: paid('Dora Dill', `${dill} erste Rate`) },
    { cents: '104.90', side: 'DBIT', ref: 'B4', details: returned(bergId) },
  ]);
  await page.getByText('4 neue Zeilen von „Girokonto“ gelesen.').waitFor();
  await line(page, '200,00')
    .getByRole('button', { name: /^Lauf eingezogen/ })
    .click();
  await page.getByRole('button', { name: 'Ja, eingezogen' }).click();
  await page.getByText(/ist eingezogen\.$/).waitFor();
  await line(page, '-104,90')
    .getByRole('button', { name: /^Rücklastschrift/ })
    .click();
  const back = page.getByRole('dialog');
  await back.getByText('Mandat M-BERG', { exact: false }).waitFor();
  await back.getByRole('button', { name: 'Vermerken' }).click();
  await page.getByText('Die Rücklastschrift ist vermerkt.').waitFor();
  for (const [amount, left] of [
    ['130,00', '30,00 € bleiben als Guthaben auf dem Konto.'],
    ['60,00', 'Alles ist verteilt.'],
  ] as const) {
    await line(page, amount)
      .getByRole('button', { name: /^Zuordnen/ })
      .click();
    await page.getByRole('dialog').getByText(left).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Zuordnen', exact: true }).click();
    await page.getByText(`${amount} € sind zugeordnet.`).waitFor();
  }
  await page.getByText('Offen (0)').waitFor();

  await page.goto('/admin/money/year');
  // Abel 100, Chor 100 and 30 of credit, Dill 60; Berg's 100 came and went. The bank took 4,90 for that.
  await sums(page, { in: '290,00 €', out: '4,90 €', surplus: '285,10 €' });
  await page.getByText('Heute offen sind 144,90 €, Guthaben der Zahler 30,00 €.').waitFor();
  // 1.000 and 200 + 130 + 60 less 104,90: the books say what the bank says.
  await page.getByText(`auf dem Konto 1.285,10 €, laut Büchern 1.285,10 €. Das stimmt überein.`, { exact: false }).waitFor();
  await lies(page, { bank: '1.285,10 €', cash: '50,00 €', together: '1.335,10 €' });
});

test('what is overpaid is paid back by a file, and the line of the bank says that it was', async () => {
  const page = await treasurerAt('/admin/money/payouts');
  await page.getByRole('button', { name: 'Konto eintragen: Chor, Cleo' }).click();
  const account = page.getByRole('dialog');
  await account.getByRole('textbox', { name: 'IBAN' }).fill('DE75512108001245126199');
  await account.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('checkbox', { name: /Chor, Cleo/ }).check();
  await page.getByRole('button', { name: /^30,00 € auszahlen/ }).click();
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Datei für die Bank' }).click()]);
  const messageId = /<MsgId>([^<]*)</.exec(await text(file))?.[1] ?? '';

  goTo(`${year}-02-26`);
  const bank = await treasurerAt('/admin/money/bank');
  await read(bank, [
    { cents: '30.00', side: 'DBIT', ref: 'C1', details: `<Btch><MsgId>${messageId}</MsgId><NbOfTxs>1</NbOfTxs></Btch>` },
    { cents: '104.90', side: 'CRDT', ref: 'C2', details: paid('Bert Berg', 'RWA-100002 RWA-100005') },
    { cents: '250.00', side: 'CRDT', ref: 'C3', details: paid('Dora Dill', 'Spende fuer die Jugend') },
    { cents: '88.20', side: 'DBIT', ref: 'C4', details: paid('Sportversicherung', 'Beitrag') },
    { cents: '100.00', side: 'CRDT', ref: 'C5', details: paid('Rot-Weiß Auenfeld', 'Bareinzahlung') },
  ]);
  await bank.getByText('5 neue Zeilen von „Girokonto“ gelesen.').waitFor();
  await line(bank, '-30,00')
    .getByRole('button', { name: /^Überweisung ausgeführt/ })
    .click();
  await bank.getByRole('button', { name: 'Ja, ausgeführt' }).click();
  await bank.getByText(/ist ausgeführt\.$/).waitFor();
  await bank.getByRole('button', { name: '1 Zahlung verbuchen (104,90 €)' }).click();
  await bank.getByRole('button', { name: 'Verbuchen', exact: true }).click();
  await bank.getByText('1 Zahlung über 104,90 € verbucht.').waitFor();
  await chooseBehindDots(line(bank, '250,00'), 'Buchen …');
  const dialog = bank.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Was ist es?' }).selectOption('Spende');
  await dialog.getByRole('textbox', { name: 'Anschrift' }).fill('Testweg 1\n59999 Auenfeld');
  await dialog.getByRole('button', { name: 'Als Spende eintragen' }).click();
  await bank.getByText('Die Spende über 250,00 € ist eingetragen.').waitFor();
  await line(bank, '-88,20')
    .getByRole('button', { name: /^Buchen/ })
    .click();
  await dialog.getByRole('combobox', { name: 'Wofür' }).selectOption('Versicherungen');
  await dialog.getByRole('button', { name: 'Buchen', exact: true }).click();
  // What the carnival brought in cash, and what of it was carried to the bank.
  await bank.goto('/admin/money/year');
  await bank.getByRole('button', { name: 'Eintragen', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Kuchen am Fasching');
  await dialog.getByRole('textbox', { name: 'Betrag in Euro' }).fill('125,50');
  await dialog.getByRole('button', { name: 'Eintragen', exact: true }).click();
  await bank.getByText('Feste und Eintritt: 125,50 € ist eingetragen.').waitFor();
  await bank.goto('/admin/money/bank');
  await chooseBehindDots(line(bank, '100,00'), 'Buchen …');
  await dialog.getByRole('combobox', { name: 'Was ist es?' }).selectOption('Andere Einnahme');
  await dialog.getByRole('combobox', { name: 'Wofür' }).selectOption('Bargeld aus der Kasse eingezahlt');
  await dialog.getByRole('button', { name: 'Buchen', exact: true }).click();
  await bank.getByText('Offen (0)').waitFor();

  await bank.goto('/admin/money/year');
  // In: fees 360, credit 30, the fee of the return 4,90, the donation 250, the carnival 125,50. Out: Cleo's 30, the bank 4,90, the insurance 88,20.
  await sums(bank, { in: '770,40 €', out: '123,10 €', surplus: '647,30 €' });
  await bank.getByText('Heute offen sind 40,00 €, Guthaben der Zahler 0,00 €.').waitFor();
  // 1.285,10 and 104,90 + 250 + 100 less 30 and 88,20; in the box 50 + 125,50 - 100. Together 1.050 and the surplus.
  await bank.getByText(`auf dem Konto 1.621,80 €, laut Büchern 1.621,80 €. Das stimmt überein.`, { exact: false }).waitFor();
  await lies(bank, { bank: '1.621,80 €', cash: '75,50 €', together: '1.697,30 €' });
});

test('who still owes a part is reminded of that part, then dunned level by level', async () => {
  for (const [day, words] of [
    ['03-20', '40,00'],
    ['04-10', '40,00'],
    ['05-02', '2,50'],
  ] as const) {
    goTo(`${year}-${day}`);
    const page = await treasurerAt('/admin/money/dunning');
    await page.getByRole('button', { name: '1 Zahler mahnen' }).click();
    await page.getByRole('button', { name: 'Verschicken' }).click();
    await page.getByText('1 Zahler gemahnt.').waitFor();
    expect(await staged.server.latestMail('dora@dill.example')).toContain(words);
    await page.close();
  }
});

test('a donation is confirmed once, by a receipt with its sum in words', async () => {
  const page = await treasurerAt(`/admin/money/donations`);
  await page.getByRole('button', { name: 'Eintragen', exact: true }).click();
  for (const [label, text] of [
    ['Aussteller', 'Rot-Weiß Auenfeld e. V.\nAm Platz 1\n59999 Auenfeld'],
    ['Ort der Unterschrift', 'Auenfeld'],
    ['Finanzamt', 'Beispielstadt'],
    ['Steuernummer', '300/0000/0000'],
    ['Letzter Veranlagungszeitraum', '2022 bis 2024'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(text);
  await typeDay(page, 'Vom', germanDate(`${year - 1}-03-14`));
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Die Angaben sind gespeichert.').waitFor();
  await page.getByRole('checkbox', { name: /250,00/ }).check();
  await page.getByRole('button', { name: /bestätigen|ausstellen/i }).click();
  await page
    .getByText(/zweihundertfünfzig/i)
    .first()
    .waitFor();
});

test('the year is closed after a look at what is left; then nothing of it changes, and the auditors get their files', async () => {
  goTo(`${year + 1}-01-10`);
  const page = await treasurerAt(`/admin/money/year?jahr=${year}`);
  await sums(page, { in: '770,40 €', out: '123,10 €', surplus: '647,30 €' });
  await page.getByRole('textbox', { name: `Zur Sicherheit: ${year} eintippen` }).fill(String(year));
  await page.getByRole('button', { name: 'Abschließen', exact: true }).click();
  await page.getByText(`Bis 31.12.${year} ist abgeschlossen.`).waitFor();

  await page.getByRole('button', { name: 'Eintragen', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Vergessener Kuchen');
  await dialog.getByRole('textbox', { name: 'Betrag in Euro' }).fill('12,50');
  await typeDay(page, 'Am', germanDate(`${year}-07-12`));
  await dialog.getByRole('button', { name: 'Eintragen', exact: true }).click();
  await dialog.getByText(`Bis 31.12.${year} ist abgeschlossen.`).waitFor();
  await page.keyboard.press('Escape');
  await sums(page, { in: '770,40 €', out: '123,10 €', surplus: '647,30 €' });

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Dateien für die Kassenprüfung' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
});
