import type { LocalDate } from '#shared/kernel/calendar.ts';

/** Why a bank sends a debit back, as it stands on the statement, with the words for people. The most frequent come first. */
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

/** A code with its words: "AC04, Konto aufgelöst"; one that is not known stands alone. */
export function returnCodeInWords(code: string): string {
  const words = returnCodes[code];
  return words ? `${code}, ${words}` : code;
}

/** After these nothing more may be collected by the same mandate until somebody has looked at it. */
const resting = new Set(['AC01', 'AC04', 'AC06', 'AG01', 'MD01', 'MD06', 'MD07', 'MS02']);

/** A debit that came back: why, and on which day. */
export type Returned = { code: string; on: LocalDate };

/**
 * Whether a mandate rests after a return: at once where the account or the mandate is the reason; without a reason (German
 * banks write MS03 for several) the second time within 12 months.
 */
export function makesMandateRest({ code, on }: Returned, earlier: readonly Returned[]): boolean {
  if (resting.has(code)) return true;
  const yearBefore = `${Number(on.slice(0, 4)) - 1}${on.slice(4)}`;
  return code === 'MS03' && earlier.some((one) => one.code === 'MS03' && one.on > yearBefore && one.on <= on);
}
