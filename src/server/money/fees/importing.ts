import { sql } from 'drizzle-orm';
import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { FeeRhythm, MemberMethod } from '#shared/money/fees/feeWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { memberSets } from '#server/people/members/table.ts';
import type { FeeTerms, ImportedTerms, TermsInWords } from '#server/people/members/service.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { oneOf } from '#server/platform/database/columns.ts';

const atOnce = 2000;

/** The words of other programs for how often a fee is asked for. */
const rhythms: { readonly [rhythm in FeeRhythm]: RegExp } = {
  month: /^(m|mtl|monat|monatlich|monatsweise|1)$/,
  quarter: /^(q|vj|quartal|quartalsweise|je ?quartal|viertelj(ä|ae)hrlich|vierteljahr|3)$/,
  half: /^(h|hj|halbj(ä|ae)hrlich|halbjahr|6)$/,
  year: /^(j|jahr|j(ä|ae)hrlich|jahresbeitrag|12)$/,
};

/** By the mandate is `null`: that is what holds where nothing else is agreed. Single letters are those of SPG. */
const methods: readonly { method: MemberMethod | null; words: RegExp }[] = [
  { method: null, words: /^(s|l|sepa.*|(basis)?lastschrift|bankeinzug|einzug|einzugserm(ä|ae)chtigung|abbuchung|abbucher)$/ },
  { method: 'transfer', words: /^(r|ü|u|rechnung|(ü|ue)berweisung|selbstzahler(in)?|dauerauftrag)$/ },
  { method: 'cash', words: /^(b|bar|barzahlung|barzahler(in)?|kasse)$/ },
  { method: 'but', words: /^(but|bildung und teilhabe|amt|jobcenter|sozialamt)$/ },
];

type Said = { rhythm: FeeRhythm | undefined; method: MemberMethod | null | undefined; feesFrom: LocalDate | undefined };

/** How members pay, as it comes with a list of them. */
export const feeTermsOfLists: FeeTerms = {
  faultOf: (terms) => {
    const { rhythm, method } = read(terms);
    if (terms.rhythm !== undefined && rhythm === undefined)
      return `Zahlweise: „${terms.rhythm.slice(0, 40)}“ ist weder monatlich noch je Quartal, halbjährlich oder jährlich.`;
    if (terms.method !== undefined && method === undefined)
      return `Zahlungsart: „${terms.method.slice(0, 40)}“ ist weder Lastschrift noch Überweisung, bar oder Bildung und Teilhabe.`;
    return undefined;
  },

  differing: async (tx, club, list) => {
    const found = new Set<string>();
    for (const block of blocksOf(list, atOnce)) {
      const { rows } = await tx.execute<{ personId: string }>(sql`
        select r."personId" from ${wanted(block)}
        left join lateral (${latestMember(club)}) m on true
        left join fee_terms t on t.member_id = m.id
        where m.id is null or ${isOther}`);
      for (const { personId } of rows) found.add(personId);
    }
    return found;
  },

  bring: async (tx, club, list) => {
    for (const block of blocksOf(list, atOnce)) {
      await tx.execute(sql`
        update fee_terms t set rhythm = coalesce(r.rhythm, t.rhythm), method = case when r."saysMethod" then r.method else t.method end,
          fees_from = coalesce(r."feesFrom", t.fees_from), version = t.version + 1
        from ${wanted(block)} join lateral (${latestMember(club)}) m on true where t.member_id = m.id and ${isOther}`);
      await tx.execute(sql`
        insert into fee_terms (member_id, club, rhythm, method, fees_from)
        select m.id, ${club}, r.rhythm, r.method, r."feesFrom" from ${wanted(block)} join lateral (${latestMember(club)}) m on true
        on conflict (member_id) do nothing`);
    }
  },
};

/** A row says something else than what is agreed; what it does not say is no difference. */
const isOther = sql`(r.rhythm is not null and r.rhythm is distinct from t.rhythm
  or r."saysMethod" and r.method is distinct from t.method
  or r."feesFrom" is not null and r."feesFrom" is distinct from t.fees_from)`;

function wanted(list: readonly ImportedTerms[]) {
  const rows = list.map(({ personId, terms }) => {
    const { rhythm = null, method, feesFrom = null } = read(terms);
    return { personId, rhythm, method: method ?? null, saysMethod: method !== undefined, feesFrom };
  });
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as r("personId" uuid, rhythm text, method text, "saysMethod" boolean, "feesFrom" date)`;
}

function latestMember(club: ClubName) {
  return sql`select m.id from member m where m.person_id = r."personId" and m.club = ${club}
    and m.status in ${oneOf(memberSets.admitted)} order by m.joined_on desc limit 1`;
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
