import { inArray, sql } from 'drizzle-orm';
import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { memberMethodNames, type FeeRhythm, type MemberMethod } from '#shared/money/fees/feeWords.ts';
import { membersOf, type FeeTerms, type ImportedTerms, type TermsInWords } from '#server/people/members/service.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { feeTerms } from './table.ts';

const atOnce = 2000;

/** The words of other programs for the payment rhythm of a fee. */
const rhythms: { readonly [rhythm in FeeRhythm]: RegExp } = {
  month: /^(m|mtl|monat|monatlich|monatsweise|1)$/,
  quarter: /^(q|vj|quartal|quartalsweise|je ?quartal|viertelj(ä|ae)hrlich|vierteljahr|3)$/,
  half: /^(h|hj|halbj(ä|ae)hrlich|halbjahr|6)$/,
  year: /^(j|jahr|j(ä|ae)hrlich|jahresbeitrag|12)$/,
};

/** `null` means by mandate: the default if nothing else is agreed. Single letters are those of SPG. */
const methods: readonly { method: MemberMethod | null; words: RegExp }[] = [
  { method: null, words: /^(s|l|sepa.*|(basis)?lastschrift|bankeinzug|einzug|einzugserm(ä|ae)chtigung|abbuchung|abbucher)$/ },
  { method: 'transfer', words: /^(r|ü|u|rechnung|(ü|ue)berweisung|selbstzahler(in)?|dauerauftrag)$/ },
  { method: 'cash', words: /^(b|bar|barzahlung|barzahler(in)?|kasse)$/ },
  { method: 'but', words: /^(but|bildung und teilhabe|amt|jobcenter|sozialamt)$/ },
];

type Said = { rhythm: FeeRhythm | undefined; method: MemberMethod | null | undefined; feesFrom: LocalDate | undefined };

/** The payment terms in an imported list of members. */
export const feeTermsOfLists: FeeTerms = {
  faultOf: (terms) => {
    const { rhythm, method } = read(terms);
    if (terms.rhythm !== undefined && rhythm === undefined)
      return `Zahlweise: „${terms.rhythm.slice(0, 40)}“ ist weder monatlich noch je Quartal, halbjährlich oder jährlich.`;
    if (terms.method !== undefined && method === undefined)
      return `Zahlungsart: „${terms.method.slice(0, 40)}“ ist weder Lastschrift noch Überweisung, bar oder Bildung und Teilhabe.`;
    return undefined;
  },

  warningOf: (terms, { isBrought, holds }) => {
    const { method } = read(terms);
    if (method && isBrought)
      return `Zahlungsart „${memberMethodNames[method]}“, aber ein Mandat: Es wird eingetragen, der Beitrag nicht eingezogen.`;
    if (method === null && !holds) return 'Lastschrift, aber kein gültiges Mandat: Der Beitrag wird überwiesen, bis es eines gibt.';
    return '';
  },

  differing: async (tx, list) => {
    const found = new Set<string>();
    for (const block of blocksOf(list, atOnce))
      for (const { personId, said, agreed } of await compare(tx, block)) if (!agreed || isOther(said, agreed)) found.add(personId);
    return found;
  },

  bring: async (tx, club, list) => {
    for (const block of blocksOf(list, atOnce)) {
      const rows = (await compare(tx, block)).flatMap(({ memberId, said: { rhythm, method, feesFrom }, agreed }) => {
        const terms = {
          rhythm: rhythm ?? agreed?.rhythm ?? null,
          method: method === undefined ? (agreed?.method ?? null) : method,
          feesFrom: feesFrom ?? agreed?.feesFrom ?? null,
        };
        return memberId ? [{ memberId, club, ...terms }] : [];
      });
      if (rows.length > 0)
        await tx
          .insert(feeTerms)
          .values(rows)
          .onConflictDoUpdate({
            target: feeTerms.memberId,
            set: {
              rhythm: sql`excluded.rhythm`,
              method: sql`excluded.method`,
              feesFrom: sql`excluded.fees_from`,
              version: sql`${feeTerms.version} + 1`,
            },
          });
    }
  },
};

type Agreed = Pick<typeof feeTerms.$inferSelect, 'rhythm' | 'method' | 'feesFrom'>;

/** Compares the terms in a list with the agreed ones; persons in the list need not be members before the import. */
async function compare(tx: Transaction, list: readonly ImportedTerms[]) {
  const members = await membersOf(
    tx,
    list.map(({ personId }) => personId),
  );
  const ids = [...members.values()].map(({ id }) => id);
  const rows = ids.length > 0 ? await tx.select().from(feeTerms).where(inArray(feeTerms.memberId, ids)) : [];
  const agreed = new Map(rows.map((row) => [row.memberId, row]));
  return list.map(({ personId, terms }) => {
    const memberId = members.get(personId)?.id;
    return { personId, memberId, said: read(terms), agreed: memberId === undefined ? undefined : agreed.get(memberId) };
  });
}

/** Whether a list differs from the agreement; omitted fields do not count. */
function isOther(said: Said, agreed: Agreed): boolean {
  return (
    (said.rhythm !== undefined && said.rhythm !== agreed.rhythm) ||
    (said.method !== undefined && said.method !== agreed.method) ||
    (said.feesFrom !== undefined && said.feesFrom !== agreed.feesFrom)
  );
}

function read({ rhythm, method, paidUntil }: TermsInWords): Said {
  const key = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[.\-_]/g, '');
  const rhythmKey = rhythm === undefined ? undefined : key(rhythm);
  const methodKey = method === undefined ? undefined : key(method);
  return {
    rhythm: rhythmKey === undefined ? undefined : keysOf(rhythms).find((one) => rhythms[one].test(rhythmKey)),
    method: methodKey === undefined ? undefined : methods.find(({ words }) => words.test(methodKey))?.method,
    feesFrom: paidUntil === undefined ? undefined : addDays(paidUntil, 1),
  };
}
