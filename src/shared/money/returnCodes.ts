/** Why a bank sends a debit back, as it stands on the statement (money.md 5), with the words for people. The most frequent come first. */
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
