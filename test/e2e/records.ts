import { addDays, localOf } from '../../src/shared/kernel/calendar.ts';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';
import { emailOf, type TestServer } from '../harness.ts';
import { makeHall } from '../halls.ts';

/** The secret of the link to a page in the latest mail to an address. */
async function linkIn(server: TestServer, recipient: string, page: string): Promise<string> {
  const secret = new RegExp(`/${page}/([\\w-]+)`).exec(await server.latestMail(recipient))?.[1];
  if (!secret) throw new Error(`the mail to ${recipient} has no link to /${page}`);
  return secret;
}

async function valueOf(server: TestServer, text: string, values: unknown[] = []): Promise<string> {
  const value = (await server.sql<{ value: string }>(text, values))[0]?.value;
  if (!value) throw new Error(`the demonstration has nothing for: ${text}`);
  return value;
}

/** Somebody without an account does all that one can do by links in mails; gives the addresses of the pages behind them. */
async function linkedRecords(server: TestServer): Promise<{ [path: string]: string }> {
  const visitor = server.visitor();
  const post = async (path: string, body: object, client = visitor) => {
    const { status, text } = await client.post(path, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  };
  const email = 'gast@barrierefrei.example';
  const guest = { firstname: 'Greta', lastname: 'Gast', birthDate: '1990-01-01', email };
  const day = addDays(localOf(new Date()).date, 12);
  const id = await valueOf(
    server,
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, trial_sessions, places_max, requires_guardian,
       created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'probe', 'P-1', 'permanent', 'Probe', $1, 'published', 'open', 2, 20, false, now(), now()) returning id as value`,
    [addDays(day, -90)],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 1200, 'month')", [id]);
  const sessionId = await valueOf(
    server,
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     values (gen_random_uuid(), $1, $2, $2::date + time '16:00', $2::date + time '17:00') returning id as value`,
    [id, day],
  );
  await server.outdate();
  await post(`/api/courses/${id}/guests`, { ...guest, acceptsTerms: true });
  const registration = await linkIn(server, email, 'registration');
  await post(`/api/courses/${id}/trials`, { ...guest, firstname: 'Tom', emergencyPhone: '0170 1234567', sessionId });
  const trial = await linkIn(server, email, 'trials');
  await server.sql('update course set places_reserved = places_max where id = $1', [id]);
  await post('/api/offer-watches', { courseId: id, email });
  const watch = await linkIn(server, email, 'watch');
  await post('/api/contract-declarations', { kind: 'termination', club: 'RWA', name: 'Greta Gast', email, contract: 'Probe' });
  const declaration = await linkIn(server, email, 'contracts');

  const hall = await makeHall(server, 'GSV');
  const wants = [{ facilityId: hall.id, startsOn: day, startTime: '10:00', endTime: '12:00', parts: 1 }];
  const holder = { organisation: 'Volkshochschule', kind: 'adultEducation', contactName: 'Vera Volk', purpose: 'Yoga', ageGroup: 'adults' };
  await post(
    '/api/hall-requests',
    { ...holder, email, phone: '0170 1234567', participants: 12, message: '', wants },
    server.visitor('GSV'),
  );
  const hallRequest = await linkIn(server, email, 'hallRequest');
  const school = 'schule@barrierefrei.example';
  const contacts = [{ name: 'Sina See', email: school, maySign: true }];
  const manager = await server.signedIn('admin', 'GSV');
  const { body: holding } = await manager.post<{ id: string }>('/api/organisations', { name: 'Schule am See', kind: 'school', contacts });
  await post('/api/organisations/links', { ids: [holding.id] }, manager);
  const organisation = await linkIn(server, school, 'organisation');

  const personId = await valueOf(
    server,
    `insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Lina', 'Gast', '2011-05-05', $1, now(), now()) returning id as value`,
    [email],
  );
  const memberId = await valueOf(
    server,
    `insert into member (id, club, person_id, member_no, status, kind, joined_on)
     values (gen_random_uuid(), 'RWA', $1, 'A-1', 'active', 'active', '2024-01-01') returning id as value`,
    [personId],
  );
  const board = await server.signedIn('admin');
  await post(`/api/members/${memberId}/family`, { email: emailOf('reader'), relation: 'guardian' }, board);
  const access = await linkIn(server, email, 'access');
  await post(`/api/people/${personId}/invitations`, { email, relation: 'guardian' }, board);
  const invitation = await linkIn(server, email, 'invitation');
  const until = addDays(localOf(new Date()).date, 7);
  const auditors = { name: 'Karla Kasse', password: 'Kuchen-im-Mai-2026', until };
  const { body: books } = await board.post<{ address: string }>('/api/books/2026/auditor-links', auditors);
  return {
    '/books/$token': new URL(books.address).pathname,
    '/registration/$token': `/registration/${registration}`,
    '/trials/$token': `/trials/${trial}`,
    '/watch/$token': `/watch/${watch}`,
    '/contracts/$token': `/contracts/${declaration}`,
    '/hallRequest/$token': `/hallRequest/${hallRequest}`,
    '/organisation/$token': `/organisation/${organisation}`,
    '/access/$token': `/access/${access}`,
    '/invitation/$token': `/invitation/${invitation}`,
  };
}

/** For each path of a page that shows one record the addresses of real ones: of the demonstration, and what is made here. */
export async function recordAddresses(server: TestServer): Promise<{ [path: string]: string }> {
  const course = "from course where club = 'RWA' and status = 'published' and slug <> 'probe' order by starts_on limit 1";
  const made = await linkedRecords(server);
  return {
    ...made,
    '/id/$course': `/id/${await valueOf(server, `select slug as value ${course}`)}`,
    '/member/$memberId': `/member/${await valueOf(server, "select id as value from member where club = 'RWA' order by member_no limit 1")}`,
    '/helpers/$token': `/helpers/${await valueOf(server, "select public_token as value from helper_list where state = 'open' limit 1")}`,
    '/halls/$slug': `/halls/${await valueOf(server, "select slug as value from facility where slug not like 'halle-%' order by slug limit 1")}`,
    '/unsubscribe/$token': '/unsubscribe/an-address-that-nobody-has-been-sent',
    '/admin/courses/$': `/admin/courses/${await valueOf(server, `select id as value ${course}`)}`,
    '/holiday/$id': `/holiday/${await valueOf(server, 'select id as value from holiday_round limit 1')}`,
    '/admin/holiday/$': `/admin/holiday/${await valueOf(server, 'select id as value from holiday_round limit 1')}`,
    '/admin/seasons/$': `/admin/seasons/${await valueOf(server, 'select id as value from season order by starts_on limit 1')}`,
  };
}

/** A page of words of a club that everybody may read. */
export function contentPage(club: ClubName): string {
  return `/${club.toLowerCase()}/impressum`;
}
