const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android-Telefon'],
  [/Android/, 'Android-Tablet'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows-Rechner'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux-Rechner'],
];

/** A readable device name from a user agent: "Firefox, Windows-Rechner". */
export function deviceName(userAgent: string): string {
  const nameIn = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(', ') || 'Unbekanntes Gerät';
}

/** The matching icon of the collection "tabler". */
export function deviceIcon(userAgent: string): string {
  if (/iPhone|Android.*Mobile/.test(userAgent)) return 'device-mobile';
  return /iPad|Android/.test(userAgent) ? 'device-tablet' : 'device-laptop';
}
