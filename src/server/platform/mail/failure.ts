/**
 * The reason why a mail was not accepted, and its consequence: `recipient`, its server refuses it for good, which counts against the
 * address; `content`, the text is refused for good; `later`, it may be taken another time (4xx, or a line that broke);
 * `unreachable`, no mail server was there; `sign-in`, our own server does not let us or our sender in. The last two concern
 * every mail.
 */
export type MailFailure = 'recipient' | 'content' | 'later' | 'unreachable' | 'sign-in';

const unreachableCodes: readonly unknown[] = ['ECONNECTION', 'EDNS', 'ETLS', 'ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH'];
const signInCodes: readonly unknown[] = ['EAUTH', 'ENOAUTH', 'EOAUTH2'];
/** Authentication is required, its kind too weak, its data wrong, or it needs encryption (RFC 4954, 6). */
const signInAnswers: readonly number[] = [530, 534, 535, 538];
/** The message is larger than the server takes (RFC 1870, 6.1); it is told with its size, before its text. */
const tooLarge = 552;

/** Reads a failure from an error of nodemailer, by its codes alone (RFC 5321, 4.2.1), never by its words. */
export function mailFailureOf(error: unknown): MailFailure {
  const { code, command, responseCode } = errorFields(error);
  if (signInCodes.includes(code) || signInAnswers.includes(responseCode)) return 'sign-in';
  if (responseCode >= 500) {
    // The sender is the same for every mail: who refuses it refuses them all.
    if (command === 'MAIL FROM') return responseCode === tooLarge ? 'content' : 'sign-in';
    if (command === 'RCPT TO') return 'recipient';
    if (command === 'DATA') return 'content';
  }
  // A line that breaks in the middle of a mail concerns that mail; one that never stood concerns all.
  return unreachableCodes.includes(code) || command === 'CONN' ? 'unreachable' : 'later';
}

function errorFields(error: unknown): { code: unknown; command: unknown; responseCode: number } {
  const fields = new Map<string, unknown>(error instanceof Error ? Object.entries(error) : []);
  return { code: fields.get('code'), command: fields.get('command'), responseCode: Number(fields.get('responseCode') ?? 0) };
}
