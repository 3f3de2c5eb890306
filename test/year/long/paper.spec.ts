import fs from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { addDays, localOf } from '../../../src/shared/kernel/calendar.ts';
import { setClock } from '../../../src/server/platform/process/clock.ts';
import { desktop, stage } from '../../e2e/person.ts';
import { founder, startEmpty } from '../empty.ts';
import { founding, typeDay } from '../founding.ts';
import { addBankAccount } from '../bankAccount.ts';

// A year of 64 members on an empty product, through the pages alone; what each payer owed and paid is reckoned beside it, as on paper.
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
  today = `${year}-${day}`;
  setClock(noon());
}

/** A page of the treasurer today; the session library counts by the real clock, so the session is moved along. */
async function treasurerAt(path: string): Promise<Page> {
  const client = staged.server.visitor();
  await client.signIn(founder.email, founder.password);
  const moved = 'update auth_session set expires_at = $1, updated_at = $2, created_at = $2, confirmed_at = $2';
  await staged.server.sql(moved, [addDays(today, 7), noon()]);
  await staged.server.sql('update second_factor set asked_at = $1', [noon()]);
  const page = await staged.visit();
  await page.clock.setFixedTime(noon());
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
  await page.goto(path);
  return page;
}

/** The paper: what was asked of a payer, and what came from them, in cents. */
const paper = new Map<string, { asked: number; came: number }>();

function note(name: string, asked: number, came: number): void {
  const before = paper.get(name) ?? { asked: 0, came: 0 };
  paper.set(name, { asked: before.asked + asked, came: before.came + came });
}

type Row = { mail?: string; payer?: number; mandate?: string; rhythm?: string };

/** Ten families, twelve who pay the year, six who pay by the quarter, four and two without a mandate; two rows are broken. */
function members(): Buffer {
  const rows: string[] = [];
  const add = (last: string, first: string, born: string, { mail = '', payer, mandate, rhythm = '' }: Row): number => {
    const no = 1000 + rows.length;
    const paying = mandate ? `DE75512108001245126199;${mandate};01.02.${year - 1}` : ';;';
    rows.push(`${no};${last};${first};${born};w;${mail};01.01.2015;${payer ?? ''};${paying};${rhythm}`);
    return no;
  };
  for (let n = 0; n < 10; n++) {
    const payer = add(`Familie${n}`, 'Mona', '01.01.1980', { mail: `f${n}@familie.example`, mandate: `M-F${n}` });
    for (const [first, born] of [
      ['Veit', '01.01.1979'],
      ['Kim', `01.05.${year - 10}`],
      ['Lea', `01.06.${year - 8}`],
    ] as const)
      add(`Familie${n}`, first, born, { payer });
  }
  for (let n = 0; n < 12; n++) add(`Einzel${n}`, 'Eva', '01.01.1970', { mail: `e${n}@einzel.example`, mandate: `M-E${n}` });
  for (let n = 0; n < 6; n++)
    add(`Quartal${n}`, 'Quin', '01.01.1985', { mail: `q${n}@quartal.example`, mandate: `M-Q${n}`, rhythm: 'vierteljährlich' });
  for (let n = 0; n < 4; n++) add(`Weise${n}`, 'Udo', '01.01.1960', n === 0 ? {} : { mail: `u${n}@weise.example` });
  for (let n = 0; n < 2; n++) add(`Bald${n}`, 'Ben', `10.03.${year - 18}`, { mail: `b${n}@bald.example` });
  rows.push(`2000;Kaputt;Karl;01.01.1980;m;;01.01.2015;;DE00512108001245126199;M-K;01.02.${year - 1};`);
  rows.push(`2001;Morgen;Mia;01.01.${year + 3};w;;01.01.2015;;;;;`);
  const columns =
    'Mitgliedsnummer;Nachname;Vorname;Geburtsdatum;Geschlecht;E-Mail;Eintritt;Zahler;IBAN;Mandatsreferenz;Mandatsdatum;Zahlweise';
  return Buffer.from([columns, ...rows, ''].join('\r\n'), 'latin1');
}

type Rule = { name: string; euros: string; ageTo?: string; layer?: string; quarter?: string };

async function rule(page: Page, { name, euros, ageTo, layer, quarter }: Rule): Promise<void> {
  await page.getByRole('button', { name: 'Regel anlegen' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  if (layer) {
    await form.getByRole('combobox', { name: 'Wofür' }).click();
    await page.getByRole('option', { name: layer, exact: true }).click();
  }
  if (ageTo) await form.getByRole('textbox', { name: 'Alter bis' }).fill(ageTo);
  await form.getByRole('textbox', { name: 'Beitrag in Euro' }).fill(euros);
  if (quarter) await form.getByRole('textbox', { name: /^Oder .*(quartal|viertel)/i }).fill(quarter);
  await typeDay(page, 'Gültig ab', '01.01.2020');
  await form.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('row', { name: new RegExp(name) }).waitFor();
}

async function preview(page: Page): Promise<void> {
  await page.goto('/admin/money/fees?tab=lauf');
  await typeDay(page, 'Beiträge von', `01.01.${year}`);
  await typeDay(page, 'bis', `31.12.${year}`);
  await typeDay(page, 'Fällig am', `01.02.${year}`);
}

let balance = 100_000;

/** Reads a statement of today in: sums in cents, and what the bank says of each. */
async function read(page: Page, entries: readonly (readonly [cents: number, details: string])[]): Promise<void> {
  const euros = (cents: number) => `<Amt Ccy="EUR">${(Math.abs(cents) / 100).toFixed(2)}</Amt>`;
  const bal = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${euros(cents)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${today}</Dt></Dt></Bal>`;
  const before = balance;
  for (const [cents] of entries) balance += cents;
  const entry = ([cents, details]: readonly [number, string], at: number) =>
    `<Ntry>${euros(cents)}<CdtDbtInd>${cents > 0 ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today}</Dt></BookgDt>
     <AcctSvcrRef>${today}-${at}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>${bal('OPBD', before)}${bal('CLBD', balance)}${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
  await page.locator('input[type=file]').setInputFiles({ name: 'auszug.xml', mimeType: 'application/xml', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Einlesen' }).click();
  await page.getByText(`${entries.length} neue Zeile`, { exact: false }).or(page.getByText('Eine neue Zeile')).first().waitFor();
}

function paid(name: string, purpose: string): string {
  return `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr><DbtrAcct><Id>
    <IBAN>DE75512108001245126199</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls>`;
}

function line(page: Page, amount: string): Locator {
  return page.getByRole('row').filter({ hasText: new RegExp(`(^|[^\\d.])${amount}`) });
}

async function assign(page: Page, amount: string, left: string): Promise<void> {
  await line(page, amount)
    .getByRole('button', { name: /^Zuordnen/ })
    .click();
  await page.getByRole('dialog').getByText(left, { exact: false }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Zuordnen', exact: true }).click();
  await page.getByText(`${amount} € sind zugeordnet.`).waitFor();
}

async function book(page: Page, words: string, done: string): Promise<void> {
  await page.getByRole('button', { name: words }).click();
  await page.getByRole('button', { name: 'Verbuchen', exact: true }).click();
  await page.getByText(done).waitFor();
}

async function referenceOf(page: Page, name: string): Promise<string> {
  const row = page.getByRole('row', { name: new RegExp(name) }).first();
  await row.waitFor();
  return /RWA-\d+/.exec(await row.innerText())?.[0] ?? '';
}

async function text(file: Download): Promise<string> {
  return fs.readFileSync(await file.path(), 'utf8');
}

/** Makes a run of debits and hands its file in. Returns the file. */
async function collect(words: RegExp): Promise<string> {
  const page = await treasurerAt('/admin/money/debits');
  await page.getByText(words).waitFor();
  await page.getByRole('button', { name: 'Lastschriftlauf anlegen' }).click();
  const make = page.getByRole('button', { name: 'Anlegen', exact: true });
  const [file] = await Promise.all([page.waitForEvent('download'), make.click()]);
  await page.getByRole('button', { name: 'Bei der Bank eingereicht' }).click();
  await page.getByRole('button', { name: 'Ja, eingereicht' }).click();
  await page
    .getByText(/: bei der Bank\.$/)
    .first()
    .waitFor();
  return text(file);
}

async function settle(page: Page, amount: string): Promise<void> {
  await line(page, amount)
    .getByRole('button', { name: /^Lauf eingezogen/ })
    .click();
  await page.getByRole('button', { name: 'Ja, eingezogen' }).click();
  await page.getByText(/ist eingezogen\.$/).waitFor();
}

const batch = (file: string, debits: number) =>
  `<Btch><MsgId>${/<MsgId>([^<]*)</.exec(file)?.[1]}</MsgId><NbOfTxs>${debits}</NbOfTxs></Btch>`;

test('64 members come from a list of 66 rows, with families, mandates and rhythms', { timeout: 240_000 }, async () => {
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
  await wizard.getByText('IBAN: Die Prüfziffer stimmt nicht.').waitFor();
  await wizard.getByText(`„01.01.${year + 3}“ liegt in der Zukunft.`, { exact: false }).waitFor();
  await wizard.getByRole('button', { name: /^64 .*übernehmen$/ }).click();
  await wizard.getByText('Der Import ist fertig').waitFor();
  await page.goto('/admin/money/fees');
  await rule(page, { name: 'Kinder', euros: '60', ageTo: '17' });
  await rule(page, { name: 'Erwachsene', euros: '120', quarter: '31,50' });
  await rule(page, { name: 'Familienbeitrag', euros: '200', layer: 'Familie' });
  await page.getByRole('tab', { name: 'Familien' }).click();
  await page.getByText('10 Vorschläge').click();
  await page.getByRole('button', { name: 'Alle 10 mit gemeinsamem Zahler anlegen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Anlegen', exact: true }).click();
  await page.getByText('10 Familien sind angelegt.').waitFor();
});

let january = '';
test(
  'the run of the year is what the paper says, a second treasurer sees it at once, and 28 debits go to the bank',
  { timeout: 240_000 },
  async () => {
    for (let n = 0; n < 10; n++) note(`Mona Familie${n}`, 20_000, 0);
    for (let n = 0; n < 12; n++) note(`Eva Einzel${n}`, 12_000, 0);
    for (let n = 0; n < 6; n++) note(`Quin Quartal${n}`, 4 * 3150, 0);
    for (let n = 0; n < 4; n++) note(`Udo Weise${n}`, 12_000, 0);
    for (let n = 0; n < 2; n++) note(`Ben Bald${n}`, 6000, 0);
    const [page, second] = [await treasurerAt('/admin/money/fees'), await treasurerAt('/admin/money/fees')];
    for (const one of [page, second]) {
      await preview(one);
      await one.getByText(/52 Forderungen über 4\.796,00/).waitFor();
    }
    await page.getByRole('button', { name: '52 Forderungen buchen', exact: true }).click();
    await page.getByRole('button', { name: 'Fordern', exact: true }).click();
    await page.getByText('52 Forderungen sind gebucht.', { exact: false }).waitFor();
    await second.getByRole('button', { name: '0 neue Zeilen' }).waitFor();
    goTo('01-20');
    january = await collect(/28 Lastschriften über zusammen 3\.629,00/);
    expect([/<CtrlSum>([^<]*)</.exec(january)?.[1], /<NbOfTxs>([^<]*)</.exec(january)?.[1]]).toEqual(['3629.00', '28']);
  },
);

test(
  'a statement brings the collection, a return, transfers, a part and too much; a second time it brings nothing',
  { timeout: 240_000 },
  async () => {
    goTo('02-12');
    const page = await treasurerAt('/admin/money/charges');
    const ref = new Map<string, string>();
    for (const name of ['Weise1', 'Weise2', 'Weise3', 'Bald0', 'Bald1']) ref.set(name, await referenceOf(page, name));
    await page.goto('/admin/money/bank');
    const back = `<TxDtls><Refs><EndToEndId>${/<EndToEndId>(M-E3[^<]*)</.exec(january)?.[1]}</EndToEndId></Refs><AmtDtls><InstdAmt><Amt Ccy="EUR">120.00</Amt></InstdAmt></AmtDtls>
    <Chrgs><Rcrd><Amt Ccy="EUR">4.10</Amt></Rcrd></Chrgs><RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf></TxDtls>`;
    await read(page, [
      [362_900, batch(january, 28)],
      [-12_410, back],
      [12_000, paid('Udo Weise1', ref.get('Weise1') ?? '')],
      [5000, paid('Udo Weise2', `${ref.get('Weise2')} Anzahlung`)],
      [15_000, paid('Udo Weise3', `Beitrag ${ref.get('Weise3')}`)],
      [6000, paid('Ben Bald0', ref.get('Bald0') ?? '')],
      [6000, paid('Ben Bald1', ref.get('Bald1') ?? '')],
    ]);
    for (let n = 0; n < 10; n++) note(`Mona Familie${n}`, 0, 20_000);
    for (let n = 0; n < 12; n++) note(`Eva Einzel${n}`, 0, 12_000);
    for (let n = 0; n < 6; n++) note(`Quin Quartal${n}`, 0, 3150);
    // What came back is asked for again, with what the bank took.
    note('Eva Einzel3', 12_000 + 410, 0);
    for (const [name, cents] of [
      ['Udo Weise1', 12_000],
      ['Udo Weise2', 5000],
      ['Udo Weise3', 15_000],
      ['Ben Bald0', 6000],
      ['Ben Bald1', 6000],
    ] as const)
      note(name, 0, cents);
    await settle(page, '3\\.629,00');
    await line(page, '-124,10')
      .getByRole('button', { name: /^Rücklastschrift/ })
      .click();
    await page.getByRole('dialog').getByText('Gebühr weiterberechnen: 4,10 €').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Vermerken' }).click();
    await page.getByText('Die Rücklastschrift ist vermerkt.').waitFor();
    await book(page, '3 Zahlungen verbuchen (240,00 €)', '3 Zahlungen über 240,00 € verbucht.');
    await assign(page, '150,00', '30,00 € bleiben als Guthaben');
    await assign(page, '50,00', 'Alles ist verteilt.');
    await page.getByText('Offen (0)').waitFor();
    await preview(page);
    await page.getByRole('button', { name: '0 neue Zeilen' }).waitFor();
  },
);

test('three are reminded and pay; the later quarters are collected on their days', { timeout: 300_000 }, async () => {
  goTo('03-10');
  const page = await treasurerAt('/admin/money/dunning');
  await page.getByText('3 Zahler, 314,10 €, davon 1 per Brief.').waitFor();
  await page.getByRole('button', { name: '3 Zahler mahnen' }).click();
  await page.getByRole('button', { name: 'Verschicken' }).click();
  await page.getByText('3 Zahler gemahnt.').waitFor();
  await page.goto('/admin/money/charges');
  const weise = await referenceOf(page, 'Weise2');
  await page.goto('/admin/money/bank');
  await read(page, [
    [12_410, paid('Eva Einzel3', 'Beitrag und Gebuehr')],
    [7000, paid('Udo Weise2', `${weise} Rest`)],
    [12_000, paid('Udo Weise0', 'Beitrag')],
  ]);
  note('Eva Einzel3', 0, 12_410);
  note('Udo Weise2', 0, 7000);
  note('Udo Weise0', 0, 12_000);
  await book(page, '1 Zahlung verbuchen (70,00 €)', '1 Zahlung über 70,00 € verbucht.');
  // The bank names no reference of these: name and sum fit all that is open.
  await assign(page, '124,10', 'Alles ist verteilt.');
  await assign(page, '120,00', 'Alles ist verteilt.');
  await page.getByText('Offen (0)').waitFor();
  for (const [made, due] of [
    ['03-25', '04-08'],
    ['06-24', '07-08'],
    ['09-24', '10-08'],
  ] as const) {
    goTo(made);
    const file = await collect(/6 Lastschriften über zusammen 189,00/);
    goTo(due);
    const bank = await treasurerAt('/admin/money/bank');
    await read(bank, [[18_900, batch(file, 6)]]);
    await settle(bank, '189,00');
    for (let n = 0; n < 6; n++) note(`Quin Quartal${n}`, 0, 3150);
  }
});

/** The sums of an account in cents, added up from the lines of its printed statement. */
async function statementOf(page: Page, payerId: string): Promise<{ asked: number; came: number }> {
  await page.goto(`/admin/money/charges?auszug=${payerId}`);
  await page.getByRole('row', { name: /Anfang/ }).waitFor();
  const rows = await page
    .locator('article table tbody tr')
    .evaluateAll((all) => all.map((tr) => [...tr.children].map((td) => td.textContent)));
  const cents = (words = '') => Math.round(Number(words.replaceAll(/[^\d,]/g, '').replace(',', '.')) * 100);
  const sum = (at: number) => rows.filter((cells) => cells.length === 5).reduce((total, cells) => total + cents(cells[at]), 0);
  return { asked: sum(2), came: sum(3) };
}

test('every account, the books and the paper agree to the cent, and the year is closed', { timeout: 240_000 }, async () => {
  goTo('12-28');
  const page = await treasurerAt('/admin/money/year');
  // Asked 4.796,00, the fee of the return 4,10 that the bank took, and 30,00 of credit.
  await page.getByRole('row', { name: 'Zusammen 4.830,10 € 4,10 €' }).waitFor();
  await page.getByRole('row', { name: 'Überschuss 4.826,00 €' }).waitFor();
  await page.getByText('Heute offen sind 0,00 €, Guthaben der Zahler 30,00 €.').waitFor();
  expect(balance - 100_000).toBe(482_600);
  const payers = await staged.server.sql<{ id: string; name: string }>(
    `select distinct p.id, p.firstname || ' ' || p.lastname as name from charge c join person p on p.id = c.payer_person_id`,
  );
  const shown = new Map<string, { asked: number; came: number }>();
  for (const { id, name } of payers) shown.set(name, await statementOf(page, id));
  expect([...shown].toSorted()).toEqual([...paper].toSorted());
  const total = (of: 'asked' | 'came') => [...shown.values()].reduce((sum, account) => sum + account[of], 0);
  expect([shown.size, total('asked'), total('came')]).toEqual([34, 492_010, 495_010]);

  today = `${year + 1}-01-10`;
  setClock(noon());
  const close = await treasurerAt(`/admin/money/year?jahr=${year}`);
  await close.getByRole('textbox', { name: `Zur Sicherheit: ${year} eintippen` }).fill(String(year));
  await close.getByRole('button', { name: 'Abschließen', exact: true }).click();
  await close.getByText(`Bis 31.12.${year} ist abgeschlossen.`).waitFor();
});
