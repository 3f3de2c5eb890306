/** One record: the members of a sport (0 for the whole club) born in a year. */
export type JaRecord = {
  association: number;
  sport: number;
  birthYear: number;
  menActive: number;
  menPassive: number;
  womenActive: number;
  womenPassive: number;
};

/**
 * The fixed-width format of the sports associations, 86 characters per record: club number 10, two empty keys of 8,
 * association 4 (0000: each member once), sport 4, birth year 4, four counts of 8, and the creation time. `madeAt` has
 * the format dd.MM.yyyy_HH:mm.
 */
export function jaDat(clubNumber: string, records: readonly JaRecord[], madeAt: string): string {
  const number = (value: number, width: number) => String(value).padStart(width, '0');
  return records
    .map(
      (record) =>
        clubNumber.padEnd(10).slice(0, 10) +
        ' '.repeat(16) +
        number(record.association, 4) +
        number(record.sport, 4) +
        number(record.birthYear, 4) +
        number(record.menActive, 8) +
        number(record.menPassive, 8) +
        number(record.womenActive, 8) +
        number(record.womenPassive, 8) +
        madeAt +
        '\r\n',
    )
    .join('');
}
