import type { StorageReason } from '#shared/kernel/storage.ts';
import type { StorageCode, StorageError } from '#web/lib/storage/storageError.ts';

const again = 'Bitte versuchen Sie es noch einmal.';

const texts: { readonly [code in StorageCode]: string } = {
  unknown: `Die Datei wurde nicht angenommen. ${again}`,
  'object-not-found': 'Diese Datei gibt es nicht (mehr).',
  'bucket-not-found': 'Der Dateispeicher ist nicht richtig eingerichtet. Bitte melden Sie sich bei Ihrem Verein.',
  'project-not-found': 'Der Dateispeicher ist nicht richtig eingerichtet. Bitte melden Sie sich bei Ihrem Verein.',
  'quota-exceeded': 'Der Speicherplatz reicht für diese Datei nicht. Bitte löschen Sie Dateien, die niemand mehr braucht.',
  unauthenticated: 'Sie sind nicht mehr eingeloggt. Bitte loggen Sie sich neu ein.',
  unauthorized: 'Hier dürfen Sie mit Ihrer Rolle keine Dateien ablegen.',
  'unauthorized-app': 'Diese Seite ist zu alt. Bitte laden Sie sie neu.',
  'retry-limit-exceeded': 'Die Verbindung kam nicht zustande. Bitte prüfen Sie das Netz und versuchen Sie es noch einmal.',
  'invalid-checksum': `Die Datei kam nicht so an, wie sie war. ${again}`,
  canceled: 'Das Hochladen wurde abgebrochen.',
  'invalid-event-name': `Da ist uns ein Fehler unterlaufen. ${again}`,
  'invalid-url': 'Diese Adresse gehört zu keiner Datei.',
  'invalid-default-bucket': 'Der Dateispeicher ist nicht richtig eingerichtet. Bitte melden Sie sich bei Ihrem Verein.',
  'no-default-bucket': 'Der Dateispeicher ist nicht richtig eingerichtet. Bitte melden Sie sich bei Ihrem Verein.',
  'cannot-slice-blob': 'Die Datei lässt sich nicht mehr lesen. Wurde sie geändert oder gelöscht? Bitte wählen Sie sie neu.',
  'server-file-wrong-size': `Beim Hochladen ist etwas durcheinandergeraten. ${again}`,
  'no-download-url': 'Für diese Datei gibt es keine öffentliche Adresse.',
  'invalid-argument': `Da ist uns ein Fehler unterlaufen. ${again}`,
  'invalid-argument-count': `Da ist uns ein Fehler unterlaufen. ${again}`,
  'app-deleted': 'Diese Seite wurde inzwischen geschlossen. Bitte laden Sie sie neu.',
  'invalid-root-operation': `Da ist uns ein Fehler unterlaufen. ${again}`,
  'invalid-format': 'Die Datei hat nicht das angegebene Format.',
  'internal-error': `Da ist uns ein Fehler unterlaufen. ${again}`,
  'unsupported-environment': 'Dieser Browser kann keine Dateien hochladen. Bitte nehmen Sie einen neueren.',
};

/** Texts for the server's detailed reasons, which are more precise than the error code. */
const reasons: { readonly [reason: string]: string } = {
  'too-large': 'Die Datei ist zu groß.',
  'type-not-allowed': 'Dateien dieser Art werden hier nicht angenommen.',
  'broken-picture': 'Das Bild lässt sich nicht lesen. Bitte speichern Sie es neu oder wählen Sie ein anderes.',
  'too-many-pixels': 'Das Bild hat mehr als 50 Millionen Bildpunkte. Bitte verkleinern Sie es.',
  'disk-full': 'Auf dem Server ist kein Platz mehr. Bitte versuchen Sie es später noch einmal.',
  'too-many-uploads': 'Es laufen schon sehr viele Übertragungen. Bitte warten Sie, bis einige fertig sind.',
} satisfies { [reason in StorageReason]?: string };

/** The German message for a failed upload. */
export function uploadText({ code, reason }: Pick<StorageError, 'code' | 'reason'>): string {
  return (reason !== undefined && Object.hasOwn(reasons, reason) && reasons[reason]) || texts[code];
}
