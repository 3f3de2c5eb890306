import { z } from 'zod';

const formats: { [format: string]: string } = {
  email: 'Das ist keine gültige E-Mail-Adresse.',
  url: 'Das ist keine gültige Internetadresse.',
  uuid: 'Das ist keine gültige Kennung.',
  date: 'Bitte ein Datum wie 24.12.2015.',
  datetime: 'Das ist kein gültiger Zeitpunkt.',
  time: 'Das ist keine gültige Uhrzeit (HH:MM).',
};

type Issue = {
  code?: string;
  expected?: string;
  origin?: string;
  minimum?: unknown;
  maximum?: unknown;
  format?: string;
  input?: unknown;
  keys?: string[];
  values?: unknown[];
};

/** The German message of a zod issue, for all forms and endpoints. */
export function germanMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      // A cleared form field is an empty string, whatever the expected type.
      if (issue.input === undefined || issue.input === null || issue.input === '') return 'Bitte ausfüllen.';
      if (issue.expected === 'int') return 'Bitte eine ganze Zahl eingeben.';
      return issue.expected === 'number' ? 'Bitte eine Zahl eingeben.' : 'Das hat nicht die richtige Form.';
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      if (issue.format === 'date' && issue.input === '') return 'Bitte ausfüllen.';
      return formats[issue.format ?? ''] ?? 'Das hat nicht die richtige Form.';
    case 'invalid_value':
      return 'Bitte wählen Sie einen der angebotenen Werte.';
    case 'unrecognized_keys':
      return `Unbekannte Angabe: ${(issue.keys ?? []).join(', ')}.`;
    default:
      return undefined;
  }
}

function tooSmall({ origin, minimum }: Issue): string {
  if (origin === 'string') return minimum === 1 ? 'Bitte ausfüllen.' : `Mindestens ${String(minimum)} Zeichen.`;
  if (origin === 'array') return `Bitte wählen Sie mindestens ${String(minimum)} aus.`;
  return `Mindestens ${String(minimum)}.`;
}

function tooBig({ origin, maximum }: Issue): string {
  if (origin === 'string') return `Höchstens ${String(maximum)} Zeichen.`;
  if (origin === 'array') return `Höchstens ${String(maximum)} davon.`;
  return `Höchstens ${String(maximum)}.`;
}

/** Sets German messages for all zod schemas of this process or page. */
export function speakGerman(): void {
  z.config({ customError: (issue) => germanMessage(issue as Issue) });
}
