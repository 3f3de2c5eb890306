import pg from 'pg';

/** What ten years of 50 clubs leave behind, on the three clubs of the demonstration. */
const courseCopies = 170;
const hallCopies = 15;
const years = 10;
/** What the product keeps of these without being told otherwise: a year of the audit log and of mails, a day of notices. */
const auditsOfYear = 146_000;
const mails = 300_000;
const notices = 25_000;
const bells = 200_000;

type Client = pg.Client;
type Copy = { from: string; where?: string; set: { [column: string]: string } };

/** Grows a database with the demonstration data to what 50 clubs gather in ten years; members and accounts are there already. */
export async function growTenYears(host: string, auditYears: number): Promise<void> {
  const client = new pg.Client({ host, database: 'postgres', user: 'postgres' });
  await client.connect();
  try {
    // Rows are copied as they are: what triggers and foreign keys see to was seen to in the original.
    await client.query("set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'");
    await client.query(
      'create temporary table who as select id, row_number() over (order by id) - 1 as place from person; create index on who (place); analyze who',
    );
    await growCourses(client);
    await growHalls(client);
    await growLogs(client, auditsOfYear * auditYears);
    await client.query('drop table who');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** The id of a copy, an id of version 4: the same for the same original, so that the rows of a copy find each other. */
const idOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
const copyOf = (column: string, number = 'n') => idOf(`t.${column}::text || '/' || ${number}`);
const earlier = (column: string) => `t.${column} - n * interval '21 days'`;
const earlierDay = (column: string) => `t.${column} - n * 21`;
const someone = '(select id from who where place = (hashtext(t.person_id::text || n)::bigint & 2147483647) % (select count(*) from who))';

async function growCourses(client: Client): Promise<void> {
  const numbers = `generate_series(1, ${courseCopies}) n`;
  const ofCourse = { course_id: copyOf('course_id') };
  const ofCourses = 'exists (select from enrolment e where e.id = t.enrolment_id and e.course_id is not null)';
  const state =
    "case t.state when 'confirmed' then 'completed' when 'waitlisted' then 'expired' when 'offered' then 'expired' else t.state end";
  await copy(client, numbers, {
    from: 'course',
    set: {
      id: copyOf('id'),
      slug: "t.slug || '-v' || n",
      number: "t.number || '-v' || n",
      starts_on: earlierDay('starts_on'),
      ends_on: earlierDay('ends_on'),
      status: "case when n > 20 then 'archived' else 'completed' end",
      template: 'false',
      copied_from: 'null',
    },
  });
  await copy(client, numbers, { from: 'course_price', set: ofCourse });
  await copy(client, numbers, { from: 'course_trainer', set: ofCourse });
  await copy(client, numbers, { from: 'course_slot', set: { id: copyOf('id'), ...ofCourse, series_id: 'null' } });
  await copy(client, numbers, {
    from: 'course_session',
    set: {
      id: copyOf('id'),
      ...ofCourse,
      slot_id: copyOf('slot_id'),
      booking_id: 'null',
      local_date: earlierDay('local_date'),
      starts_at: earlier('starts_at'),
      ends_at: earlier('ends_at'),
      planned_for: earlier('planned_for'),
      state: "case t.state when 'cancelled' then t.state else 'held' end",
    },
  });
  await copy(client, numbers, {
    from: 'enrolment',
    where: 'course_id is not null',
    set: {
      id: copyOf('id'),
      ...ofCourse,
      person_id: someone,
      registered_at: earlier('registered_at'),
      link_hashes: "'{}'",
      group_key: 'null',
      order_id: 'null',
      state,
    },
  });
  await copy(client, numbers, {
    from: 'enrolment_log',
    where: ofCourses,
    set: { enrolment_id: copyOf('enrolment_id'), at: earlier('at') },
  });
  await copy(client, numbers, {
    from: 'attendance',
    set: { session_id: copyOf('session_id'), enrolment_id: copyOf('enrolment_id'), person_id: someone, marked_at: earlier('marked_at') },
  });
}

/** 16 times the halls of the demonstration, each with ten years of its bookings. */
async function growHalls(client: Client): Promise<void> {
  const halls = `generate_series(1, ${hallCopies}) n`;
  const all = `generate_series(0, ${hallCopies}) n, generate_series(0, ${years}) y`;
  const number = "n || '/' || y";
  const hall = (column: string) => `case n when 0 then t.${column} else ${copyOf(column)} end`;
  const then = (column: string) => `t.${column} - y * interval '364 days'`;
  const units = `case n when 0 then t.unit_ids else (select array_agg(${idOf("unit::text || '/' || n")}) from unnest(t.unit_ids) unit) end`;
  await copy(client, halls, { from: 'facility', set: { id: copyOf('id'), slug: "t.slug || '-v' || n", name: "t.name || ' ' || n" } });
  await copy(client, halls, { from: 'facility_unit', set: { id: copyOf('id'), facility_id: copyOf('facility_id') } });
  await copy(client, halls, { from: 'facility_opening', set: { id: copyOf('id'), facility_id: copyOf('facility_id') } });
  await copy(client, all, {
    from: 'booking',
    where: '(n > 0 or y > 0)',
    set: {
      id: copyOf('id', number),
      facility_id: hall('facility_id'),
      unit_ids: units,
      local_date: 't.local_date - y * 364',
      starts_at: then('starts_at'),
      ends_at: then('ends_at'),
      created_at: then('created_at'),
      // Nobody waits for years.
      state: "case when y > 0 and t.state in ('requested', 'counter_offered') then 'withdrawn' else t.state end",
      series_id: 'null',
      taken_over_from: 'null',
      displaced_by: 'null',
      replaces_id: 'null',
    },
  });
  await copy(client, all, {
    from: 'occupancy',
    where: '(n > 0 or y > 0)',
    set: {
      id: copyOf('id', number),
      booking_id: copyOf('booking_id', number),
      unit_id: hall('unit_id'),
      during: "tstzrange(lower(t.during) - y * interval '364 days', upper(t.during) - y * interval '364 days')",
    },
  });
}

async function growLogs(client: Client, audits: number): Promise<void> {
  const club = "(array['RWA', 'SCB', 'GSV'])[1 + n % 3]";
  // The newest come first in the list, so the generated ones lie before those that were written.
  await client.query(
    `insert into audit (id, name, time, content, club, app, actor_id, action, entity, entity_id, before, after, previous_hash, hash)
     select -n, 'Kim Muster', now() - n * interval '215 seconds', 'Mitglied geändert: Nr. ' || n, ${club}, 'v2', (select id from app_user limit 1),
       (array['members.update', 'bookings.decide', 'users.update', 'attendance.save'])[1 + n % 4], (array['members', 'bookings', 'users', 'attendance'])[1 + n % 4],
       ${idOf('n::text')}::text, '{"city": "Auenfeld", "street": "Hauptstraße"}', '{"city": "Auenfeld", "street": "Am Sportplatz"}', sha256(n::text::bytea), sha256(n::text::bytea)
     from generate_series(1, ${audits}) n`,
  );
  await client.query(
    `insert into outbox_mail (kind, club, recipient, subject, body, state, attempts, created_at, sent_at, next_attempt_at)
     select (array['notice', 'bulk', 'verify'])[1 + n % 3], ${club}, 'm' || n % 40000 || '@verein.example', 'Ihre Anmeldung', repeat('Guten Tag, das ist eine Mail des Vereins. ', 15),
       case when n % 500 = 0 then 'failed' else 'sent' end, 1, now() - n * interval '105 seconds', now() - n * interval '105 seconds', now() - n * interval '105 seconds'
     from generate_series(1, ${mails}) n`,
  );
  await client.query(
    `insert into notice (id, collection, club, entity_id, at)
     select n - ${notices} - 1, (array['courses', 'bookings', 'members'])[1 + n % 3], ${club}, ${idOf('n::text')}::text, now() - (${notices} - n) * interval '3 seconds' from generate_series(1, ${notices}) n`,
  );
  await client.query(
    `with account as (select array_agg(id) as ids, count(*) as many from app_user)
     insert into user_notice (id, user_id, club, topic, title, body, once_key, shown_from, read_at)
     select gen_random_uuid(), ids[1 + n % many], ${club}, 'session_off', 'Fällt aus: Handball-Minis', 'Kim Muster', 'grown/' || n, now() - n * interval '150 seconds', now()
     from account, generate_series(1, ${bells}) n`,
  );
}

/** Copies rows of a table once for each number; columns that are not set stay as they are. */
async function copy(client: Client, numbers: string, { from, where = 'true', set }: Copy): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position`,
    [from],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => set[name] ?? `t.${name}`);
  await client.query(
    `insert into ${from} (${names.join(', ')}) select ${values.join(', ')} from ${from} t, ${numbers} where ${where} on conflict do nothing`,
  );
}
