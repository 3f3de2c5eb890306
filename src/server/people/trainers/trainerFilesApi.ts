import { associationClub, clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { clearanceLightNames, standsUncovered } from '#shared/people/clearances.ts';
import { proofKindNames } from '#shared/people/trainers/trainerProofs.ts';
import { allowanceKindNames } from '#shared/people/trainers/allowances.ts';
import { contractKindNames } from '#shared/people/trainers/contracts.ts';
import { isToRemind, missingProofs, trainerFilesContract, type TrainerCounts, type TrainerFile } from '#shared/people/trainers/files.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';
import { inAllClubs, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { postMails } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { mailAddresses } from '../persons/service.ts';
import { forHead, headedDepartments, readFiles, type TrainerPorts } from './trainerFiles.ts';

const os = implementing(trainerFilesContract);

/** Trainers with all of their proofs, and batch actions. */
export const trainerFilesApi = (ports: TrainerPorts) =>
  os.router({
    list: os.list.handler(({ context, input }) => {
      const club = clubAsked(context, 'trainerFiles.list', input.club);
      const { userId, role } = signedIn(context);
      return context.read(async (tx) => {
        const files = await readFiles(tx, club, ports);
        if (role !== 'editor') return files;
        const headed = await headedDepartments(tx, userId);
        return files.filter(({ departments }) => departments.some(({ id }) => headed.has(id))).map(forHead);
      });
    }),

    exportChosen: os.exportChosen.handler(({ context, input: { personIds, format, columns: shown, ...input } }) => {
      const club = clubAsked(context, 'trainerFiles.export', input.club);
      return context.write(async (write) => {
        const files = (await readFiles(write.tx, club, ports)).filter(({ personId }) => personIds.includes(personId));
        write.audit('trainerFiles.export', { club, entity: 'members' }, `Liste der Übungsleitenden gespeichert (${files.length})`, {
          after: { listed: files.map(({ personId }) => personId) },
        });
        return tableFile(format, {
          name: 'uebungsleitende',
          sheet: 'Übungsleitende',
          columns: columnsShown(shown, columns, shownAs),
          lines: files.map(toLine),
        });
      });
    }),

    remind: os.remind.handler(({ context, input: { personIds, ...input } }) => {
      const club = clubAsked(context, 'trainerFiles.manage', input.club);
      return context.write(async (write) => {
        const chosen = (await readFiles(write.tx, club, ports)).filter(({ personId }) => personIds.includes(personId));
        const due = chosen.filter(isToRemind);
        const unreachable = await mailReminders(write.tx, context.settings, club, due);
        write.audit('trainerFiles.manage', { club, entity: 'members' }, `An Nachweise erinnert: ${due.length - unreachable.length}`);
        return { reminded: due.length - unreachable.length, complete: chosen.length - due.length, unreachable };
      });
    }),

    counts: os.counts.handler(({ context, input }) => {
      if (clubAsked(context, 'trainerFiles.counts', input.club) !== associationClub) throw new Problem('not-found');
      return context.read((tx) => inAllClubs(tx, () => oneByOne(clubNames, async (club) => count(club, await readFiles(tx, club, ports)))));
    }),
  });

const columns = [
  'Name',
  'Abteilungen',
  'Angebote',
  'Mit Minderjährigen',
  'Führungszeugnis',
  'Neu fällig am',
  'Lizenzen und Nachweise',
  'Vertrag',
  'Freibetrag',
] as const;
type Column = (typeof columns)[number];

const proofs: readonly Column[] = ['Lizenzen und Nachweise'];
const shownAs: ColumnsOf<Column> = {
  name: ['Name'],
  departments: ['Abteilungen'],
  offers: ['Angebote'],
  youth: ['Mit Minderjährigen'],
  light: ['Führungszeugnis', 'Neu fällig am'],
  licence: proofs,
  firstAid: proofs,
  codeOfConduct: proofs,
  contract: ['Vertrag'],
  allowance: ['Freibetrag'],
};

function toLine(one: TrainerFile): { [column in Column]: string } {
  return {
    Name: one.name,
    Abteilungen: one.departments.map(({ name }) => name).join(', '),
    Angebote: one.offers.join(', '),
    'Mit Minderjährigen': one.youthOffers.join(', '),
    Führungszeugnis: clearanceLightNames[one.light],
    'Neu fällig am': one.dueOn && germanDate(one.dueOn),
    'Lizenzen und Nachweise': one.proofs
      .map(({ kind, name, validTo }) => `${name || proofKindNames[kind]}${validTo && ` bis ${germanDate(validTo)}`}`)
      .join(', '),
    Vertrag: one.contract ? contractKindNames[one.contract.kind] : '',
    Freibetrag: one.allowances.map(({ kind, percent }) => `${allowanceKindNames[kind]}: ${percent} %`).join(', '),
  };
}

/** The proofs that a person is asked for, one line each. */
function wantedOf(one: TrainerFile): string[] {
  const certificate =
    standsUncovered(one) || one.light === 'soon' ? [`Erweitertes Führungszeugnis (${clearanceLightNames[one.light]})`] : [];
  const missing = missingProofs(one).map((kind) => proofKindNames[kind]);
  const ending = one.proofs
    .filter(({ light }) => light === 'soon')
    .map(({ kind, name, validTo }) => `${name || proofKindNames[kind]}, gilt noch bis zum ${germanDate(validTo)}`);
  return [...certificate, ...missing, ...ending];
}

/** Sends reminders to trainers with missing proofs; returns the names of persons without an address. */
async function mailReminders(tx: Transaction, settings: Settings, club: ClubName, due: readonly TrainerFile[]): Promise<string[]> {
  const addresses = await mailAddresses(
    tx,
    due.map(({ personId }) => personId),
  );
  await postMails(
    tx,
    due.flatMap((one) =>
      (addresses.get(one.personId) ?? []).map((recipient) => ({
        kind: 'notice' as const,
        club,
        recipient,
        onceKey: `proofs-asked:${one.personId}:${today()}:${recipient}`,
        subject: 'Bitte zeigen Sie Ihrem Verein diese Nachweise',
        body: `Guten Tag,\n\nIhr Verein bittet ${one.name} um:\n\n${wantedOf(one)
          .map((line) => `– ${line}`)
          .join('\n')}\n\nWas er schon hat, lesen Sie hier:\n${siteOf(settings, club)}/profile/data\n`,
      })),
    ),
  );
  return due.filter(({ personId }) => !addresses.has(personId)).map(({ name }) => name);
}

function count(club: ClubName, files: readonly TrainerFile[]): TrainerCounts {
  const leaders = files.filter(({ offers }) => offers.length > 0);
  const withMinors = leaders.filter(({ youthOffers }) => youthOffers.length > 0);
  return {
    club,
    leaders: leaders.length,
    withMinors: withMinors.length,
    covered: withMinors.filter((one) => !standsUncovered(one)).length,
    licensed: leaders.filter((one) => !missingProofs(one).includes('licence')).length,
  };
}
