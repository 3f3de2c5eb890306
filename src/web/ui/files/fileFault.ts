/** Why a chosen file cannot be read, as a German sentence; undefined if it can. */
export function fileFault(file: File | null, atMostBytes: number): string | undefined {
  if (!file) return 'Bitte wählen Sie eine Datei.';
  if (file.size > atMostBytes) return `Diese Datei ist größer als ${atMostBytes / 1024 / 1024} MB.`;
  return file.size === 0 ? 'Diese Datei ist leer.' : undefined;
}
