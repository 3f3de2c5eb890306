import type { LocalDate } from '#shared/kernel/calendar.ts';

/** The reasons of returned debits by the code on the statement, in German, most frequent first. */
export const returnCodes: { readonly [code: string]: string } = {
  AM04: 'Konto nicht gedeckt',
  MS03: 'ohne Angabe von Gründen',
  AC01: 'IBAN falsch',
  AC04: 'Konto aufgelöst',
  AC06: 'Konto gesperrt',
  MD01: 'kein gültiges Mandat',
  MD06: 'Zahler hat widersprochen',
  MD07: 'Zahler verstorben',
  MS02: 'vor der Fälligkeit abgelehnt',
  AM05: 'doppelt eingereicht',
  AC13: 'Firmenkonto',
  AG01: 'Konto nicht für Lastschriften, z. B. Sparkonto',
  AG02: 'Daten der Datei falsch',
  BE05: 'Gläubiger-Identifikationsnummer falsch',
  FF01: 'Format der Datei falsch',
  FF05: 'Art der Lastschrift falsch',
  MD02: 'Angaben zum Mandat fehlen',
  RC01: 'BIC falsch',
  RR01: 'Bank lehnt ab: Konto fehlt',
  RR02: 'Bank lehnt ab: Name oder Anschrift des Zahlers fehlt',
  RR03: 'Bank lehnt ab: Name oder Anschrift des Vereins fehlt',
  RR04: 'Bank lehnt ab: Vorschrift',
  SL01: 'Bank lehnt ab: Wunsch des Zahlers',
};

/** A code with its words: "AC04, Konto aufgelöst"; any other is another reason. */
export function returnCodeInWords(code: string): string {
  return `${code}, ${returnCodes[code] ?? 'sonstiger Grund'}`;
}

/** After these nothing more may be collected by the same mandate until somebody has checked it. */
const resting = new Set(['AC01', 'AC04', 'AC06', 'AG01', 'MD01', 'MD06', 'MD07', 'MS02']);

/** A returned debit with its code and day. */
export type Returned = { code: string; on: LocalDate };

/**
 * Whether a return pauses the mandate: immediately if the account or the mandate is the reason; without a reason (German banks use MS03 for
 * several) the second time within 12 months.
 */
export function makesMandateRest({ code, on }: Returned, earlier: readonly Returned[]): boolean {
  if (resting.has(code)) return true;
  const yearBefore = `${Number(on.slice(0, 4)) - 1}${on.slice(4)}`;
  return code === 'MS03' && earlier.some((one) => one.code === 'MS03' && one.on > yearBefore && one.on <= on);
}
