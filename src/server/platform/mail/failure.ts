/**
 * Why an email was not accepted: `recipient`, permanently rejected by the recipient's server, which counts against the address; `content`,
 * the text is permanently rejected; `later`, it may be accepted another time (4xx, or a broken connection); `unreachable`, no mail server
 * could be reached; `sign-in`, our own server rejects the sign-in or the sender. The last two concern every email.
 */
export type MailFailure = 'recipient' | 'content' | 'later' | 'unreachable' | 'sign-in';

const unreachableCodes: readonly unknown[] = ['ECONNECTION', 'EDNS', 'ETLS', 'ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'];
const signInCodes: readonly unknown[] = ['EAUTH', 'ENOAUTH', 'EOAUTH2'];
/** Authentication is required, its mechanism too weak, its credentials wrong, or it requires encryption (RFC 4954, 6). */
const signInAnswers: readonly number[] = [530, 534, 535, 538];
/** The message exceeds the server's size limit (RFC 1870, 6.1); reported by its declared size, before the text is sent. */
const tooLarge = 552;

/** Classifies an error of nodemailer by its codes only (RFC 5321, 4.2.1), never by its text. */
export function mailFailureOf(error: unknown): MailFailure {
  const { code, command, responseCode } = errorFields(error);
  if (signInCodes.includes(code) || signInAnswers.includes(responseCode)) return 'sign-in';
  if (responseCode >= 500) {
    // The sender is the same for every email: a server that rejects it rejects them all.
    if (command === 'MAIL FROM') return responseCode === tooLarge ? 'content' : 'sign-in';
    if (command === 'RCPT TO') return 'recipient';
    if (command === 'DATA') return 'content';
  }
  // A connection that breaks during an email concerns that email; one that was never established concerns all.
  return unreachableCodes.includes(code) || command === 'CONN' ? 'unreachable' : 'later';
}

function errorFields(error: unknown): { code: unknown; command: unknown; responseCode: number } {
  const fields = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : []);
  return { code: fields.get('code'), command: fields.get('command'), responseCode: Number(fields.get('responseCode') ?? 0) };
}
