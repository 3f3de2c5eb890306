import { auditHeads, forgetAudit } from '#server/club/audit/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import { sweepLinks } from '#server/accounts/sessions/mailLinks.ts';
import { forgetSecurityLog, sweepChallenges, sweepSessions } from '#server/accounts/sessions/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { completeErasureLog } from '#server/platform/database/erasures.ts';
import { sweepIdempotencyKeys } from '#server/platform/http/idempotency.ts';
import { planEndless } from '#server/courses/planning/planning.ts';
import { forgetMails, sendPlanned } from '#server/content/mails/service.ts';
import { sweepContactLinks } from '#server/halls/organisations/service.ts';
import { publishSeasons, remindOfWishes } from '#server/halls/seasons/service.ts';
import { expireHolds, forgetGuests, remindHelpers } from '#server/helpers/lists/service.ts';
import { chargeFees } from '#server/money/charges/service.ts';
import { endSeats, endUndo, expireDue, offerFree, settleFees } from '#server/courses/enrolments/service.ts';
import { notifyOfAgeMisfits } from '#server/courses/ageSeason/service.ts';
import { applyPrices, followPriceGroups } from '#server/courses/priceChanges/service.ts';
import { sweepWatches, notifyWatchers } from '#server/courses/watches/service.ts';
import { endSwaps, offerSwaps, settleMoves } from '#server/courses/moves/service.ts';
import { remindOfCards } from '#server/courses/cards/service.ts';
import { releaseRounds, remindOfDrawing, sendSeats, notifyOfCallOffs } from '#server/courses/holiday/service.ts';
import { askForNumbers, remindFamilies, notifyLeaders } from '#server/courses/attendance/service.ts';
import { followUpTrials, notifyGuests } from '#server/courses/trials/service.ts';
import { sweepAccessLinks, sweepInvitations, notifyOfBirthdays } from '#server/people/persons/service.ts';
import { notifyOfComingOfAge } from '#server/people/ofAge/service.ts';
import { remindOfProofs } from '#server/people/trainers/reminders.ts';
import { resumeImports, sweepImports } from '#server/people/imports/importRun.ts';
import { forgetRequests } from '#server/people/members/retention.ts';
import { keepDevices } from '#server/accounts/push/service.ts';
import type { PushDelivery } from '#server/accounts/push/delivery.ts';
import { remindOfOverdue } from '#server/money/dunning/automatic.ts';
import { notifyOfDue } from '#server/money/payments/dueNotices.ts';
import { announceFees, feeTermsOfLists, payingTogether } from '#server/money/fees/service.ts';
import { announceMissing } from '#server/money/levies/announcing.ts';
import { expireMandates, mandates } from '#server/money/mandates/service.ts';
import type { Job } from '#server/platform/process/jobs.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { sweepBatches } from '#server/platform/database/batches.ts';
import { sweepRateLimits } from '#server/platform/http/rateLimit.ts';
import { backupJob } from '#server/office/backup/schedule.ts';
import { forgetByRule } from '#server/office/privacy/retention.ts';
import { personalData } from './personalData.ts';
import { deleteOrphans, sweepUploads } from '#server/files/objects/service.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** All scheduled jobs. */
export function jobsOf(services: Services, mailer: Mailer | undefined, push?: PushDelivery): Job[] {
  return [
    { name: 'sweep', cron: '17 * * * *', work: () => sweep(services) },
    { name: 'offers', cron: '* * * * *', work: () => expireDue(services) },
    { name: 'undo-ends', cron: '* * * * *', work: () => endUndo(services).then(() => settleFees(services, chargeFees)) },
    { name: 'leavers', cron: '10 0 * * *', work: () => endSeats(services).then(() => offerFree(services)) },
    {
      name: 'moves',
      cron: '* * * * *',
      work: async () => {
        await settleMoves(services);
        await endSwaps(services);
        await offerSwaps(services);
      },
    },
    { name: 'prices', cron: '5 0 * * *', work: () => applyPrices(services).then(() => followPriceGroups(services)) },
    { name: 'watches', cron: '30 7 * * *', work: () => notifyWatchers(services) },
    { name: 'age-season', cron: '15 9 * * *', work: () => notifyOfAgeMisfits(services) },
    { name: 'trial-news', cron: '* * * * *', work: () => notifyGuests(services) },
    { name: 'trial-thanks', cron: '0 10 * * *', work: () => followUpTrials(services) },
    { name: 'reminders', cron: '0 18 * * *', work: () => remindFamilies(services) },
    { name: 'holiday-seats', cron: '* * * * *', work: () => sendSeats(services).then(() => notifyOfCallOffs(services)) },
    { name: 'holiday-release', cron: '15 7 * * *', work: () => releaseRounds(services).then(() => remindOfDrawing(services)) },
    { name: 'card-reminders', cron: '55 8 * * *', work: () => remindOfCards(services) },
    { name: 'due-notices', cron: '0 9 * * *', work: () => notifyOfDue(services) },
    { name: 'payment-reminders', cron: '40 8 * * *', work: () => remindOfOverdue(services) },
    { name: 'missing-numbers', cron: '20 9 * * *', work: () => askForNumbers(services) },
    { name: 'reply-digest', cron: '*/10 * * * *', work: () => notifyLeaders(services) },
    { name: 'duties', cron: '* * * * *', work: () => expireHolds(services) },
    { name: 'duty-reminders', cron: '5 8-20 * * *', work: () => remindHelpers(services) },
    { name: 'course-dates', cron: '20 3 * * *', work: () => planEndless(services) },
    { name: 'birthdays', cron: '10 7 * * *', work: () => notifyOfBirthdays(services) },
    { name: 'of-age', cron: '12 7 * * *', work: () => notifyOfComingOfAge(services) },
    { name: 'proof-reminders', cron: '15 8 * * *', work: () => remindOfProofs(services) },
    { name: 'fee-news', cron: '45 8 * * *', work: () => announceFees(services) },
    { name: 'missing-hours', cron: '50 8 * 11 *', work: () => announceMissing(services) },
    { name: 'mandates', cron: '25 3 * * *', work: () => expireMandates(services) },
    { name: 'season-reminders', cron: '35 8-20 * * *', work: () => remindOfWishes(services) },
    { name: 'season-publish', cron: '* * * * *', work: () => publishSeasons(services) },
    { name: 'planned-mails', cron: '* * * * *', work: () => sendPlanned(services) },
    { name: 'retention', cron: '40 3 * * *', work: () => forgetOld(services) },
    {
      name: 'imports',
      cron: '* * * * *',
      work: () => resumeImports(services, { mandates, terms: feeTermsOfLists, together: payingTogether }),
    },
    { name: 'forget', cron: '5 4 * * *', work: () => forgetByRule(services, personalData) },
    { name: 'uploads', cron: '27 * * * *', work: async () => void (await sweepUploads(services)) },
    { name: 'orphans', cron: '50 4 * * *', work: async () => void (await deleteOrphans(services)) },
    ...[backupJob(services) ?? []].flat(),
    // Mails and push messages are sent immediately; these jobs retry those that failed.
    { name: 'push', cron: '* * * * *', work: async () => push?.wake() },
    ...(services.settings.SMTP_URL ? [{ name: 'mail', cron: '* * * * *', work: async () => mailer?.wake() }] : []),
  ];
}

async function sweep(services: Services): Promise<void> {
  const { settings, database } = services;
  await completeErasureLog(database, settings.DATA_DIR);
  await sweepIdempotencyKeys(database);
  await sweepRateLimits(database);
  await sweepLinks(database);
  await sweepAccessLinks(database);
  await sweepContactLinks(database);
  await sweepInvitations(database);
  await sweepImports(services);
  await sweepWatches(services);
  await keepDevices(database);
  await sweepSessions(database);
  await sweepChallenges(database);
  await sweepBatches(database, ago(7));
}

/** Deletes data whose retention has ended; the periods are config parameters. */
async function forgetOld({ database, log }: Services): Promise<void> {
  const { orm } = database;
  await forgetGuests({ database });
  await forgetMails({ database });
  // Logging the chain heads outside of the database reveals a truncation of the chains by an attacker.
  log.info({ heads: await auditHeads(database) }, 'audit heads');
  await forgetAudit(database, ago((await readParameter(orm, 'retention.auditMonths')) * 30.44));
  await forgetSecurityLog(database, ago(await readParameter(orm, 'retention.securityLogDays')));
  await forgetRequests({ database });
  await database.pool.query("select forget_notices(now() - interval '1 day')");
}

function ago(days: number): Date {
  return new Date(now().getTime() - days * dayMs);
}
