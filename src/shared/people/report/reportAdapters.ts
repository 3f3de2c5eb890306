import { namesOf } from '#shared/kernel/keys.ts';

/** The formats in which a report can be submitted. */
export const reportFormats = {
  'dosb-xml': 'DOSB-XML (Zahlen)',
  'dosb-csv': 'DOSB-CSV (mit Namen)',
  ja: 'ja.dat (Zahlen)',
  blsv: 'BLSV-Datei (mit Namen)',
} as const;
export type ReportFormat = keyof typeof reportFormats;

/** Formats that contain names. */
export const namedFormats: readonly ReportFormat[] = ['dosb-csv', 'blsv'];

/** A state association: its submission window and formats. A window is a pair of month and day, which may span the turn of the year. */
type ReportAdapter = {
  name: string;
  displayName: string;
  land: string;
  window: { opens: string; closes: string } | null;
  formats: readonly ReportFormat[];
  /** The code for "not stated" in the DOSB CSV file. */
  notStated: 'k' | 'O';
};

/** No association has confirmed the files yet; the page says so. */
export const reportAdapters = [
  {
    name: 'nrw',
    displayName: 'Landessportbund Nordrhein-Westfalen',
    land: 'NW',
    window: { opens: '12-12', closes: '02-28' },
    formats: ['dosb-xml', 'dosb-csv', 'ja'],
    notStated: 'k',
  },
  {
    name: 'ni',
    displayName: 'Landessportbund Niedersachsen',
    land: 'NI',
    window: { opens: '12-01', closes: '01-31' },
    formats: ['dosb-xml', 'dosb-csv'],
    notStated: 'O',
  },
  {
    name: 'by',
    displayName: 'Bayerischer Landes-Sportverband',
    land: 'BY',
    window: null,
    formats: ['blsv', 'dosb-xml', 'dosb-csv'],
    notStated: 'k',
  },
  {
    name: 'other',
    displayName: 'Anderer Landessportbund',
    land: '',
    window: null,
    formats: ['dosb-xml', 'dosb-csv', 'ja', 'blsv'],
    notStated: 'k',
  },
] as const satisfies readonly ReportAdapter[];

/** The names of the adapters. */
export const reportAdapterNames = namesOf(reportAdapters);

/** The adapter of a name; unknown names return "another association". */
export function adapterOf(name: string): ReportAdapter {
  return reportAdapters.find((one) => one.name === name) ?? reportAdapters[3];
}

/** The submission window of an association for a key date (1 January); null if unknown. */
export function windowOf(name: string, keyDate: string): { opensOn: string; closesOn: string } | null {
  const { window } = adapterOf(name);
  const year = Number(keyDate.slice(0, 4));
  return window && { opensOn: `${year - 1}-${window.opens}`, closesOn: `${year}-${window.closes}` };
}

/** Whether the next report is near: from 1 November to the end of February. */
export function isReportDue(today: string): boolean {
  const month = today.slice(5, 7);
  return month >= '11' || month <= '02';
}

/** The key date of the next report: this year's until the end of February, then next year's. */
export function nextKeyDate(today: string): string {
  const year = Number(today.slice(0, 4));
  return `${today.slice(5, 7) <= '02' ? year : year + 1}-01-01`;
}
