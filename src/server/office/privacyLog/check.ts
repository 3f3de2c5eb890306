import type { z } from 'zod';
import type { caseInput, closingInput } from '#shared/office/privacyLog/contract.ts';
import { dueOf, notifyUntil } from '#shared/office/privacyLog/clock.ts';
import { askedRightNames, caseKindNames, caseWayNames, outcomesOf, type CaseOutcome } from '#shared/office/privacyLog/words.ts';
import { germanDate, instantOf, isSkippedTime, localOf, type LocalDate, instantInWords } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { personNames } from '#server/people/persons/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { CaseRow } from './rows.ts';

type Input = z.output<typeof caseInput>;
type Closing = z.output<typeof closingInput>;

/** The column values of a case: a breach has no requested right, and the deadline of a request counts from its day. */
export function toColumns({ kind, asked, cameBy, knownOn, knownTime, personId, concerns, text }: Input) {
  const isRequest = kind === 'request';
  return {
    kind,
    asked: isRequest ? asked : null,
    cameBy,
    knownAt: instantOf(knownOn, isRequest ? '00:00' : knownTime),
    personId: isRequest ? personId : null,
    concerns,
    text,
  };
}

/** Throws if the start of the deadline lies in the future or contradicts an extension. */
export function checkKnown({ kind, knownOn, knownTime }: Input, before?: CaseRow): void {
  if (knownOn > today()) throw fieldProblem('knownOn', 'Das liegt in der Zukunft.');
  if (kind === 'breach' && isSkippedTime(knownOn, knownTime))
    throw fieldProblem('knownTime', 'Diese Uhrzeit gab es wegen der Zeitumstellung nicht.');
  if (kind === 'breach' && instantOf(knownOn, knownTime) > now()) throw fieldProblem('knownTime', 'Das liegt in der Zukunft.');
  const toldOn = before?.extensionToldOn;
  if (!toldOn) return;
  if (kind === 'breach') throw fieldProblem('kind', 'Die Frist ist schon verlängert, das gibt es nur bei Anfragen.');
  if (toldOn < knownOn || toldOn > notifyUntil(instantOf(knownOn, '00:00')))
    throw fieldProblem('knownOn', `Das passt nicht zur Verlängerung, die am ${germanDate(toldOn)} mitgeteilt wurde.`);
}

/** Throws if the requesting person is not a person of this club. */
export async function checkPerson(tx: Transaction, club: ClubName, { kind, personId }: Input): Promise<void> {
  if (kind === 'breach' || personId === null) return;
  if (!(await personNames(tx, club, [personId])).has(personId)) throw fieldProblem('personId', 'Diese Person gibt es hier nicht.');
}

/** Throws unless the requesting person was notified of the extension within the first month. */
export function checkExtension({ knownAt }: CaseRow, toldOn: LocalDate): void {
  refuseFuture('toldOn', toldOn);
  if (toldOn < localOf(knownAt).date) throw fieldProblem('toldOn', 'Das liegt vor der Anfrage.');
  const until = notifyUntil(knownAt);
  if (toldOn > until) throw fieldProblem('toldOn', `Eine Verlängerung muss bis zum ${germanDate(until)} mitgeteilt sein.`);
}

/** Throws unless the outcome matches the kind of case and lies between its start and today; a late report needs a reason. */
export function checkClosing(row: CaseRow, { outcome, outcomeOn, outcomeText }: Closing): void {
  const allowed: readonly CaseOutcome[] = outcomesOf[row.kind];
  if (!allowed.includes(outcome)) throw fieldProblem('outcome', 'Bitte wählen Sie einen der angebotenen Werte.');
  refuseFuture('outcomeOn', outcomeOn);
  if (outcomeOn < localOf(row.knownAt).date) throw fieldProblem('outcomeOn', 'Das liegt vor dem Tag, an dem es bekannt wurde.');
  const due = localOf(dueOf({ ...row, isExtended: row.extensionReason !== null })).date;
  if (outcome === 'reported' && outcomeOn > due && outcomeText === '')
    throw fieldProblem('outcomeText', 'Nach 72 Stunden gehört zur Meldung, warum sie später kam (Art. 33 Abs. 1).');
}

function refuseFuture(path: string, day: LocalDate): void {
  if (day > today()) throw fieldProblem(path, 'Das liegt in der Zukunft.');
}

/** The changes of a correction, as sentences; empty if there are none. */
export function changes(before: CaseRow, after: ReturnType<typeof toColumns>): string {
  const words = [
    said('Art', caseKindNames[before.kind], caseKindNames[after.kind]),
    said('Anliegen', before.asked && askedRightNames[before.asked], after.asked && askedRightNames[after.asked]),
    said('Eingang', caseWayNames[before.cameBy], caseWayNames[after.cameBy]),
    said('Bekannt seit', momentOf(before), momentOf(after)),
    before.personId !== after.personId && 'Person geändert.',
    said('Wen es betrifft', before.concerns, after.concerns),
    before.text !== after.text && `Beschreibung, vorher: ${before.text}`,
  ];
  return words.filter(Boolean).join('\n');
}

function said(what: string, before: string | null, after: string | null): string {
  return before === after ? '' : `${what}: ${after || 'nichts'} statt ${before || 'nichts'}.`;
}

function momentOf({ kind, knownAt }: Pick<CaseRow, 'kind' | 'knownAt'>): string {
  return kind === 'breach' ? instantInWords(knownAt) : germanDate(localOf(knownAt).date);
}
