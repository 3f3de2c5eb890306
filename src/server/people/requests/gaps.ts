import type { z } from 'zod';
import { isMinor } from '#shared/kernel/age.ts';
import type { applicationInput } from '#shared/people/membershipApplications.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';

type Input = z.output<typeof applicationInput>;

/** Validation beyond the shape of an application. */
export function refuseGaps({ children, ...input }: Input): void {
  const { firstname, lastname, birthDate, isForChild, applicantName, iban, accountHolder, acceptsMandate } = input;
  if (birthDate > today()) throw fieldProblem('birthDate', 'Das liegt in der Zukunft.');
  if (!isForChild && isMinor(birthDate, today()))
    throw fieldProblem('isForChild', 'Für Kinder und Jugendliche stellt ein Elternteil den Antrag.');
  if (isForChild && !applicantName) throw fieldProblem('applicantName', 'Bitte nennen Sie Ihren Namen.');
  const named = [keyOf({ firstname, lastname, birthDate })];
  for (const [at, child] of children.entries()) {
    if (child.birthDate > today()) throw fieldProblem(`children.${at}.birthDate`, 'Das liegt in der Zukunft.');
    if (!isMinor(child.birthDate, today()))
      throw fieldProblem(`children.${at}.birthDate`, 'Wer erwachsen ist, stellt einen eigenen Antrag.');
    if (named.includes(keyOf(child))) throw fieldProblem(`children.${at}.firstname`, 'Steht schon in diesem Antrag.');
    named.push(keyOf(child));
  }
  if (iban && !accountHolder) throw fieldProblem('accountHolder', 'Bitte nennen Sie den Kontoinhaber.');
  if (!iban && accountHolder) throw fieldProblem('iban', 'Bitte geben Sie die IBAN an.');
  if (iban && !acceptsMandate) throw fieldProblem('acceptsMandate', 'Bitte erlauben Sie den Einzug, oder lassen Sie das Konto leer.');
}

function keyOf({ firstname, lastname, birthDate }: Pick<Input, 'firstname' | 'lastname' | 'birthDate'>): string {
  return [firstname, lastname, birthDate].join('|').toLowerCase();
}
