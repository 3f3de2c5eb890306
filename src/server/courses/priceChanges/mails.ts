import { inArray } from 'drizzle-orm';
import { comingPriceOf, priceInWords, type ComingPrices } from '#shared/courses/priceChanges/priceChangeRules.ts';
import type { GroupChange } from '#shared/courses/priceChanges/priceGroupRules.ts';
import { priceCategoryNames, type PriceCategory } from '#shared/courses/courseWords.ts';
import { addDays, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { notifyAccounts } from '#server/accounts/notices/service.ts';
import { accountsWithPerson } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { today } from '#server/platform/process/clock.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { issueLink } from '#server/platform/secretLinks.ts';
import type { EnrolmentRow, Seats } from '../enrolments/counting.ts';
import { enrolment } from '../enrolments/table.ts';

/** Notifies everybody whose price changes of the day, the new price and how to leave in time. One mail per family. */
export async function postRise(seats: Seats, people: readonly EnrolmentRow[], coming: ComingPrices, reason: string): Promise<void> {
  const { title } = seats.course;
  const dayBefore = germanDate(addDays(coming.from, -1));
  await postTo(seats, people, {
    key: `price:${coming.from}`,
    subject: `Neuer Preis ab ${germanDate(coming.from)}: ${title}`,
    lineOf: (row, name) => {
      const next = comingPriceOf(row, coming);
      const now = row.priceCents ? ` statt ${priceInWords(row.priceCents, row.pricePer ?? 'month')}` : '';
      return next && `${name}: ab ${germanDate(coming.from)} ${priceInWords(next.cents, next.per)}${now}`;
    },
    intro: `bei „${title}“ gilt ab ${germanDate(coming.from)} ein neuer Preis.${reason && ` Grund: ${reason}`}`,
    ending: people.some((row) => comingPriceOf(row, coming)?.isMore)
      ? `Wer deshalb nicht bleiben möchte, kündigt bis zum ${dayBefore} über den Link unten und ist bis dahin dabei; eine weitere Frist gibt es dann nicht. Sonst brauchen Sie nichts zu tun.`
      : 'Sie brauchen nichts zu tun.',
  });
}

/** Notifies families of the price of another price group, because of age or membership; where the price stays the same there is nothing to tell. */
export async function postGroupChanges(
  seats: Seats,
  due: readonly { row: EnrolmentRow; changes: readonly GroupChange[] }[],
): Promise<void> {
  const told = due.flatMap(({ row, changes }) =>
    changes.filter(({ cents }) => cents !== row.priceCents).map((change) => ({ row, change })),
  );
  for (const [from, those] of Map.groupBy(told, ({ change }) => change.from)) {
    const changeOf = new Map(those.map(({ row, change }) => [row.id, change]));
    const rows = those.map(({ row }) => row);
    await postTo(seats, rows, {
      key: `price-group:${today()}:${from}`,
      subject: `Anderer Preis ab ${germanDate(from)}: ${seats.course.title}`,
      lineOf: (row, name) => {
        const next = changeOf.get(row.id);
        const per = row.pricePer ?? 'month';
        const until = row.priceCents === null ? '' : ` statt ${priceInWords(row.priceCents, per)}${group(next?.before ?? null)}`;
        return next && `${name}: ab ${germanDate(from)} ${priceInWords(next.cents, per)}${group(next.category)}${until}`;
      },
      intro: `bei „${seats.course.title}“ gilt ab ${germanDate(from)} ein anderer Preis, weil er sich nach Alter und Mitgliedschaft richtet.`,
      ending: 'Sie brauchen nichts zu tun. Stimmt etwas nicht, melden Sie sich bitte bei uns.',
    });
  }
}

function group(category: PriceCategory | null): string {
  return category ? ` (${priceCategoryNames[category]})` : '';
}

/** Notifies the same people that the price stays. */
export async function postPriceStays(seats: Seats, people: readonly EnrolmentRow[], day: LocalDate): Promise<void> {
  const { title } = seats.course;
  await postTo(seats, people, {
    key: `price-stays:${day}:${seats.course.version}`,
    subject: `Der Preis bleibt: ${title}`,
    lineOf: (row, name) => `${name}: weiter ${priceInWords(row.priceCents ?? 0, row.pricePer ?? 'month')}`,
    intro: `der neue Preis für „${title}“, den wir zum ${germanDate(day)} angekündigt hatten, kommt nicht.`,
    ending: 'Haben Sie deshalb gekündigt, nehmen Sie das über den Link unten zurück.',
  });
}

type Message = {
  key: string;
  subject: string;
  intro: string;
  /** The consequence for one enrolment; undefined if nothing changes for it. */
  lineOf: (row: EnrolmentRow, name: string) => string | undefined;
  ending: string;
};

async function postTo({ write, settings, course }: Seats, people: readonly EnrolmentRow[], message: Message): Promise<void> {
  const { tx } = write;
  if (people.length === 0) return;
  const found = await tx
    .select({ id: person.id, firstname: person.firstname, lastname: person.lastname })
    .from(person)
    .where(
      inArray(
        person.id,
        people.map(({ personId }) => personId),
      ),
    );
  const names = new Map(found.map((one) => [one.id, fullName(one)]));
  const told = people.flatMap((row) => {
    const line = message.lineOf(row, names.get(row.personId) ?? '');
    return line === undefined ? [] : [{ row, line }];
  });
  for (const [recipient, group] of Map.groupBy(told, ({ row }) => row.contactEmail?.toLowerCase() ?? row.id)) {
    const lines = group.map(({ line }) => line);
    const [first] = group;
    if (!first) continue;
    const onceKey = `course:${course.id}:${message.key}:${first.row.id}`;
    const concerns = await accountsWithPerson(
      tx,
      group.map(({ row }) => ({ personId: row.personId, enteredBy: row.registeredBy })),
    );
    await notifyAccounts(tx, {
      userIds: concerns.map(({ userId }) => userId),
      concerns,
      club: course.club,
      topic: 'enrolment',
      title: message.subject,
      body: [capital(message.intro), ...lines, message.ending.replaceAll('über den Link unten', 'unter „Meine Anmeldungen“')].join('\n'),
      onceKey,
    });
    if (!first.row.contactEmail) continue;
    const links = [];
    for (const { row } of group) {
      const link = `${siteOf(settings, course.club)}/registration/${await issueLink(tx, enrolment, row.id)}`;
      links.push(group.length > 1 ? `${names.get(row.personId) ?? ''}: ${link}` : link);
    }
    await postMail(tx, {
      kind: 'manage',
      club: course.club,
      recipient,
      subject: message.subject,
      body: `Guten Tag,\n\n${message.intro}\n\n${lines.join('\n')}\n\n${message.ending}\n\n${links.join('\n')}\n`,
      onceKey,
      subjectId: first.row.id,
    });
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
