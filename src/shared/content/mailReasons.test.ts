import { expect, test } from 'vitest';
import { mailReasonOf } from './mailReasons.ts';

test.each([
  ["Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.de>: Recipient address rejected: User unknown", /gibt es nicht/],
  ["Can't send mail - all recipients were rejected: 550 no such box", /für diese Adresse keine Mails/],
  ["Can't send mail - all recipients were rejected: 552-5.2.2 The email account is over quota", /Postfach ist voll/],
  ['Message failed: 554 5.7.1 Service unavailable; Client host [192.0.2.4] blocked', /lehnt Mails von uns ab/],
  ['Message failed: 552 5.3.4 Message size exceeds fixed limit', /zu groß/],
  ["Can't send mail - all recipients were rejected: 451 4.7.1 Greylisting in action", /später noch einmal/],
  ["Can't send mail - all recipients were rejected: 451 try again", /später noch einmal/],
  ['Invalid login: 535 Authentication failed', /Zugangsdaten/],
  ['Invalid login: 535 5.7.8 Error: authentication failed', /Zugangsdaten/],
  ['connect ECONNREFUSED 127.0.0.1:25', /nicht zu erreichen/],
  ['getaddrinfo ENOTFOUND mail.verein.test', /nicht zu erreichen/],
  ['Greeting never received', /nicht rechtzeitig/],
  ['self-signed certificate in certificate chain', /gesicherte Verbindung/],
])('an error of a mail server is explained in a plain sentence: %s', (words, expected) => {
  expect(mailReasonOf(words)).toMatch(expected);
});

test('an IP address is no code, and unknown texts have no explanation', () => {
  expect(mailReasonOf('host 5.1.1.7 said something')).toBeUndefined();
  expect(mailReasonOf('')).toBeUndefined();
  expect(mailReasonOf('Ob die Mail ankam, ist ungewiss: Das Senden wurde zweimal unterbrochen.')).toBeUndefined();
});
