const names = ['januar', 'februar', 'märz', 'april', 'mai', 'juni', 'juli', 'august', 'september', 'oktober', 'november', 'dezember'];

/** A date whose month is a word ("24. Dezember 2026", "3. Mrz 75") with its number instead ("24.12.2026"); other text as it is. */
export function withMonthNumber(text: string): string {
  return text.replace(/^(\s*\d+\.)\s?([a-zä]{3,})\.?\s(?=\d)/i, (whole, day: string, word: string) => {
    const month = names.findIndex((name) => name.startsWith(word.toLowerCase().replace('mrz', 'märz'))) + 1;
    return month === 0 ? whole : `${day}${month}.`;
  });
}
