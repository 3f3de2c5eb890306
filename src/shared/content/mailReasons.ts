/** Enhanced status codes of RFC 3463 (subject and detail, e.g. 1.1 of 5.1.1); the first match applies. */
const byEnhancedCode: readonly (readonly [code: RegExp, words: string])[] = [
  [/^1\.[12]$|^1\.(?:0|6|10)$/, 'Diese Adresse gibt es nicht (mehr).'],
  [/^1\.3$/, 'Die Adresse ist falsch geschrieben.'],
  [/^1\.[78]$/, 'Der Mailserver nimmt unsere Absenderadresse nicht an.'],
  [/^2\.1$/, 'Das Postfach ist gesperrt.'],
  [/^2\.2$/, 'Das Postfach ist voll.'],
  [/^(?:2\.3|3\.4)$/, 'Die Mail ist für dieses Postfach zu groß.'],
  [/^4\./, 'Der Mailserver des Empfängers ist nicht zu erreichen.'],
  [/^7\.8$/, 'Unser Mailserver nimmt die Anmeldung nicht an. Bitte die Zugangsdaten prüfen.'],
  [/^7\./, 'Der Mailserver lehnt Mails von uns ab (Schutz vor unerwünschter Post).'],
];

const byWord: readonly (readonly [word: RegExp, words: string])[] = [
  [/ECONNREFUSED|ECONNECTION|ENOTFOUND|EDNS|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN/, 'Unser Mailserver war nicht zu erreichen.'],
  [/certificate|wrong version number|\bTLS\b|\bSSL\b/i, 'Die gesicherte Verbindung zu unserem Mailserver kam nicht zustande.'],
  [/timeout|ETIMEDOUT|greeting never received/i, 'Unser Mailserver hat nicht rechtzeitig geantwortet.'],
  [/socket (?:close|hang)|ECONNRESET|EPIPE|closed unexpectedly/i, 'Die Verbindung zu unserem Mailserver ist abgebrochen.'],
  [/missing credentials|invalid login/i, 'Unser Mailserver nimmt die Anmeldung nicht an. Bitte die Zugangsdaten prüfen.'],
];

const byReplyCode: { readonly [code: string]: string } = {
  '421': 'Der Mailserver ist zurzeit überlastet oder wird gewartet.',
  '450': 'Das Postfach ist zurzeit nicht zu erreichen.',
  '451': 'Der Mailserver bittet darum, es später noch einmal zu versuchen.',
  '452': 'Das Postfach oder der Mailserver hat zurzeit keinen Platz.',
  '530': 'Unser Mailserver verlangt eine Anmeldung. Bitte die Zugangsdaten prüfen.',
  '535': 'Unser Mailserver nimmt die Anmeldung nicht an. Bitte die Zugangsdaten prüfen.',
  '550': 'Der Mailserver nimmt für diese Adresse keine Mails an.',
  '551': 'Der Mailserver nimmt für diese Adresse keine Mails an.',
  '552': 'Das Postfach ist voll oder die Mail zu groß.',
  '553': 'Der Mailserver hält die Adresse für ungültig.',
  '554': 'Der Mailserver hat die Mail abgelehnt.',
};

/**
 * The response of a mail server as a German sentence; undefined if the response is in German already or its code is
 * unknown. For display only: decisions are based on the codes when the response is received.
 */
export function mailReasonOf(words: string): string | undefined {
  const [, kind, enhanced] = /\b([45])\.(\d{1,3}\.\d{1,3})\b(?!\.\d)/.exec(words) ?? [];
  // A temporary policy failure is reported as temporary whatever its detail (greylisting is 4.7.1).
  if (kind === '4' && enhanced?.startsWith('7.')) return byReplyCode['451'];
  const known = enhanced && byEnhancedCode.find(([code]) => code.test(enhanced))?.[1];
  if (known) return known;
  const [, reply] = /(?:^|: )([45]\d\d)[ -]/.exec(words) ?? [];
  return (reply && byReplyCode[reply]) || byWord.find(([word]) => word.test(words))?.[1];
}
