import { isDay } from '#shared/kernel/calendar.ts';
import { allAt, readXml, textAt, type XmlElement } from '#server/platform/formats/readXml.ts';

/** A line without its fingerprint yet; with the bank's reference if there is one. */
type UnprintedLine = {
  day: string | null;
  cents: number | null;
  name: string;
  purpose: string;
  endToEndId: string;
  mandateReference: string;
  batchReference: string;
  returnCode: string | null;
  feeCents: number;
  iban: string;
  isForeign: boolean;
  bankReference: string;
};

/** The statements in one file, and their inconsistencies. */
type CamtFile = { lines: UnprintedLine[]; accounts: string[]; warnings: string[]; balances: StatementBalance[]; format: string };

/** The balances before a statement and at the end of its last day. */
export type StatementBalance = { openingCents: number; closingCents: number; day: string };

/** camt.053: statement of a day; .052: intraday report; .054: notification of one booking. */
const kinds = [
  ['BkToCstmrStmt', 'Stmt', 'camt.053'],
  ['BkToCstmrAcctRpt', 'Rpt', 'camt.052'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'camt.054'],
] as const;

/** Parses camt in versions 02 and 08, which differ in the position of name, state and charges. Undefined for anything else. */
export function readCamt(xml: string): CamtFile | undefined {
  const document = readXml(xml);
  if (document?.name !== 'Document') return undefined;
  const kind = kinds.find(([message]) => allAt(document, message).length > 0);
  if (!kind) return undefined;
  const [message, part, format] = kind;
  const statements = allAt(document, message, part);
  return {
    format,
    accounts: statements.map((one) => textAt(one, 'Acct', 'Id', 'IBAN').replaceAll(/\s/g, '')).filter(Boolean),
    warnings: statements.flatMap(balanceWarning),
    balances: statements.flatMap(balanceOf),
    lines: statements.flatMap((one) => allAt(one, 'Ntry').flatMap(linesOf)),
  };
}

/** Booked entries only; several payments in one booking become several lines, except for a collection run of the club. */
function linesOf(entry: XmlElement): UnprintedLine[] {
  const state = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  if (state !== '' && state !== 'BOOK') return [];
  const details = allAt(entry, 'NtryDtls', 'TxDtls');
  const batch = allAt(entry, 'NtryDtls', 'Btch')[0];
  const isOne = details.length < 2 || (batch !== undefined && isCredit(entry)) || details.some((one) => amountOf(one) === undefined);
  if (!isOne) return details.map((detail, place) => lineOf(entry, detail, amountOf(detail), place));
  const line = lineOf(entry, details.length === 1 ? details[0] : undefined, centsOf(textAt(entry, 'Amt')), 0);
  return [batch ? { ...line, batchReference: [textAt(batch, 'MsgId'), textAt(batch, 'PmtInfId')].join(' ').trim() } : line];
}

function lineOf(entry: XmlElement, detail: XmlElement | undefined, cents: number | undefined, place: number): UnprintedLine {
  const of = detail ?? entry;
  const isIn = detail && textAt(detail, 'CdtDbtInd') ? isCredit(detail) : isCredit(entry);
  const day = dayOf(entry, 'BookgDt') || dayOf(entry, 'ValDt');
  const purpose = purposeOf(of) || textAt(entry, 'AddtlNtryInf');
  const bankReference = textAt(entry, 'AcctSvcrRef');
  return {
    day: isDay(day) ? day : null,
    cents: cents === undefined ? null : isIn ? cents : 0 - cents,
    ...otherSide(of, isIn),
    purpose,
    endToEndId: textAt(of, 'Refs', 'EndToEndId'),
    mandateReference: textAt(of, 'Refs', 'MndtId'),
    batchReference: [textAt(of, 'Refs', 'MsgId'), textAt(of, 'Refs', 'PmtInfId')].join(' ').trim(),
    returnCode: textAt(of, 'RtrInf', 'Rsn', 'Cd') || null,
    // Version 02 has the charges directly, 08 in records; both at the booking or at its part.
    feeCents: chargesOf(of) || chargesOf(entry),
    isForeign: currencyOf(entry) !== 'EUR',
    bankReference: bankReference && `${bankReference}#${place}`,
  };
}

/** The counterparty: version 08 nests the name one level deeper. For a returned debit it is the debtor. */
function otherSide(of: XmlElement, isIn: boolean): { name: string; iban: string } {
  const nameOf = (party: string) => textAt(of, 'RltdPties', party, 'Nm') || textAt(of, 'RltdPties', party, 'Pty', 'Nm');
  const ibanOf = (party: string) => textAt(of, 'RltdPties', `${party}Acct`, 'Id', 'IBAN');
  const isReturn = allAt(of, 'RtrInf').length > 0;
  const [first, second] = isIn || isReturn ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr'];
  return { name: nameOf(first) || nameOf(second), iban: ibanOf(first) || ibanOf(second) };
}

function purposeOf(of: XmlElement): string {
  const free = allAt(of, 'RmtInf', 'Ustrd').map(({ text }) => text.trim());
  return free.join(' ') || textAt(of, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') || textAt(of, 'AddtlTxInf');
}

function chargesOf(of: XmlElement): number {
  const found = [...allAt(of, 'Chrgs', 'Rcrd', 'Amt'), ...allAt(of, 'Chrgs', 'Amt')];
  return found.reduce((sum, { text }) => sum + (centsOf(text.trim()) ?? 0), 0);
}

/** The sum of one payment of a booking. */
function amountOf(detail: XmlElement): number | undefined {
  return centsOf(textAt(detail, 'Amt') || textAt(detail, 'AmtDtls', 'TxAmt', 'Amt'));
}

/** The first opening and the last closing balance, if the bank states both. */
function balanceOf(statement: XmlElement): StatementBalance[] {
  const balance = (...codes: string[]) => {
    const found = allAt(statement, 'Bal').find((one) => codes.includes(textAt(one, 'Tp', 'CdOrPrtry', 'Cd')));
    const cents = found && centsOf(textAt(found, 'Amt'));
    return found && cents !== undefined ? { day: dayOf(found, 'Dt'), cents: isCredit(found) ? cents : 0 - cents } : undefined;
  };
  const [opening, closing] = [balance('OPBD', 'PRCD'), balance('CLBD')];
  if (!opening || !closing) return [];
  return [{ openingCents: opening.cents, closingCents: closing.cents, day: closing.day }];
}

/** The difference between them must equal the sum booked. */
function balanceWarning(statement: XmlElement): string[] {
  const [balance] = balanceOf(statement);
  if (!balance) return [];
  const booked = allAt(statement, 'Ntry').reduce((sum, entry) => {
    const state = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
    const cents = state === '' || state === 'BOOK' ? (centsOf(textAt(entry, 'Amt')) ?? 0) : 0;
    return sum + (isCredit(entry) ? cents : 0 - cents);
  }, 0);
  if (balance.openingCents + booked === balance.closingCents) return [];
  return ['Anfangs- und Endsaldo passen nicht zu den Buchungen: Vielleicht fehlt ein Teil der Datei.'];
}

function isCredit(of: XmlElement): boolean {
  return textAt(of, 'CdtDbtInd') === 'CRDT';
}

function dayOf(entry: XmlElement, of: string): string {
  return textAt(entry, of, 'Dt') || textAt(entry, of, 'DtTm').slice(0, 10);
}

function currencyOf(entry: XmlElement): string {
  return allAt(entry, 'Amt')[0]?.currency ?? 'EUR';
}

function centsOf(text: string): number | undefined {
  const found = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(text);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined;
}
