import { bankResultNames, bankStatementsContract, type BankLine } from '#shared/money/bankStatements.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { assignLine, bookLines } from './bankBook.ts';
import { readStatement } from './bankFile.ts';
import { matchLines } from './bankMatch.ts';
import { keepStatement } from './keep.ts';
import { record } from '../charges/record.ts';

const os = implementing(bankStatementsContract);

/** Payments from the statement of the bank: looked at, booked once, and what became of each line. */
export const bankStatementsApi = os.router({
  check: os.check.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read((tx) => checked(tx, club, input.content));
  }),

  book: os.book.handler(({ context, input: { content, fileName, fingerprints } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const { lines } = readStatement(Buffer.from(content, 'base64'));
      await keepStatement(write.tx, club, { fileName, content }, signedIn(context).name);
      const { booked, references, cents } = await bookLines(write.tx, club, lines, new Set(fingerprints), signedIn(context).name);
      if (booked > 0)
        record(write, club, `Zahlungseingänge verbucht: ${booked} über ${euros(cents)} aus ${fileName}`, {
          after: { references },
        });
      return { ...(await checked(write.tx, club, content)), booked, cents, left: new Set(fingerprints).size - booked };
    });
  }),

  assign: os.assign.handler(({ context, input: { content, fileName, fingerprint, shares } }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.write(async (write) => {
      const { lines } = readStatement(Buffer.from(content, 'base64'));
      await keepStatement(write.tx, club, { fileName, content }, signedIn(context).name);
      const { cents, references } = await assignLine(write.tx, { club, lines, createdBy: signedIn(context).name }, fingerprint, shares);
      record(write, club, `Zahlungseingang zugeordnet: ${euros(cents)} aus ${fileName} (${references.join(', ')})`, {
        after: { references, shares },
      });
      return checked(write.tx, club, content);
    });
  }),

  export: os.export.handler(({ context, input }) => {
    const club = clubAsked(context, 'charges.manage', undefined);
    return context.read(async (tx) => {
      const { lines } = await checked(tx, club, input.content);
      return csvFile('zahlungseingang.csv', lines.map(cellsOf), columns);
    });
  }),
});

async function checked(tx: Transaction, club: ClubName, content: string): Promise<{ format: string; lines: BankLine[] }> {
  const { lines, format } = readStatement(Buffer.from(content, 'base64'));
  return { format, lines: await matchLines(tx, club, lines) };
}

const columns = ['Zeile', 'Buchungstag', 'Name', 'Verwendungszweck', 'Betrag in Euro', 'Ergebnis', 'Forderungen', 'Hinweis'];

function cellsOf({ line, day, name, purpose, cents, result, message, charges }: BankLine) {
  return {
    Zeile: line,
    Buchungstag: day,
    Name: name,
    Verwendungszweck: purpose,
    'Betrag in Euro': cents === null ? null : cents / 100,
    Ergebnis: bankResultNames[result],
    Forderungen: charges.map(({ reference }) => reference).join(', '),
    Hinweis: message,
  };
}
