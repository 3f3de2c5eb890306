import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';

type Cell = string | number | null | undefined;
type Described = { name: string; about: string; columns: readonly string[]; rows: readonly { [column: string]: Cell }[] };
type Of = { club: ClubName; clubName: string; from: string; until: string };

/** The description that the tax office calls for (Z3): it names its DTD, which is not ours to hand on, as its programs bring it. */
export const dtdName = 'gdpdu-01-09-2004.dtd';

/** The index of the files for the programs of auditors: each file, and the type of each column. */
export function dataIndex({ club, clubName, from, until }: Of, files: readonly Described[]): string {
  const title = `Kassenprüfung ${club}, ${germanDate(from)} bis ${germanDate(until)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE DataSet SYSTEM "${dtdName}">
<DataSet>
<Version>1.0</Version>
<DataSupplier><Name>${escapeHtml(clubName)}</Name><Location>Deutschland</Location><Comment>${escapeHtml(title)}</Comment></DataSupplier>
<Media><Name>${escapeHtml(title)}</Name>
${files.map(tableOf).join('\n')}
</Media>
</DataSet>
`;
}

function tableOf({ name, about, columns, rows }: Described): string {
  return `<Table><URL>${escapeHtml(name)}</URL><Name>${escapeHtml(name.replace(/\.csv$/, ''))}</Name><Description>${escapeHtml(about)}</Description>
<UTF8/><DecimalSymbol>,</DecimalSymbol><DigitGroupingSymbol>.</DigitGroupingSymbol><Range><From>2</From></Range>
<VariableLength><ColumnDelimiter>;</ColumnDelimiter><RecordDelimiter>&#13;&#10;</RecordDelimiter><TextEncapsulator>&quot;</TextEncapsulator>
${columns.map((column) => `<VariableColumn><Name>${escapeHtml(column)}</Name>${typeOf(rows.map((row) => row[column] ?? ''))}</VariableColumn>`).join('\n')}
</VariableLength></Table>`;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** By what stands in the column; nothing but text is said of an empty one. */
function typeOf(cells: readonly (string | number)[]): string {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length > 0 && filled.every((cell) => typeof cell === 'number')) return '<Numeric><Accuracy>2</Accuracy></Numeric>';
  if (filled.length > 0 && filled.every((cell) => typeof cell === 'string' && dayPattern.test(cell)))
    return '<Date><Format>YYYY-MM-DD</Format></Date>';
  return '<AlphaNumeric/>';
}
