import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { importMembers } from '../stage/imports.ts';
import { sessionOf } from '../stage/people.ts';
import type { Requests } from '../stage/requests.ts';
import type { ReferenceRequest, Stage, Task } from './task.ts';

const finishedAtMostMs = 120_000;
const heading = 'Nr;Nachname;Vorname;Geburtsdatum;Geschlecht;Straße;Hausnummer;PLZ;Ort;E-Mail;Eintritt;Art';
const mandateHeading = 'IBAN;Mandatsreferenz;Mandatsdatum;Zuletzt eingezogen am';
const [signedOn, lastUsedOn] = ['01.02.2020', '01.02.2026'];

type Wanted = Pick<Task, 'title' | 'goal' | 'sizes'> & { hasMandates: boolean; ratioAtLeast: number; growthAtMost: number };

/** A file of members to the last row in the database: each row validated and audited, all or nothing. */
export function importTask({ hasMandates, ratioAtLeast, growthAtMost, ...words }: Wanted): Task {
  return {
    line: 8,
    ...words,
    reference: { '/import': importRows },
    product: async (stage) => {
      const { size, reference, product } = stage;
      if (!reference) throw new Error('This task has no reference to compare with.');
      const cookie = await sessionOf(stage.database, 'admin');
      const bare = await costOf(stage, reference, () => importBare(reference.requests, fileOf('R', size, hasMandates)));
      const ours = await costOf(stage, product, () => importMembers(product.requests, cookie, fileOf('P', size, hasMandates)));
      const [made] = await stage.database.sql<{ count: number; audits: number; mandates: number }>(
        `select (select count(*)::int from member where member_no like 'P%') as count, (select count(*)::int from audit where action = 'members.import') as audits,
          (select count(*)::int from sepa_mandate where reference like 'M-P%' and state = 'active') as mandates`,
      );
      if (made?.count !== size || made.audits < size || made.mandates !== (hasMandates ? size : 0))
        throw new Error(`Of ${size} rows ${made?.count} became members, with ${made?.audits} entries and ${made?.mandates} mandates.`);
      return [
        {
          name: 'upload, check and take over, for each member',
          unit: 'ms CPU',
          value: ours / size,
          reference: bare / size,
          goal: { what: 'ratio', atLeast: ratioAtLeast },
          growthAtMost,
        },
      ];
    },
  };
}

function fileOf(letter: string, size: number, hasMandates: boolean): string {
  const mandateOf = (at: number) => (hasMandates ? `;${ibanOf(at)};M-${letter}${at};${signedOn};${lastUsedOn}` : '');
  const rows = Array.from(
    { length: size },
    (_, at) =>
      `${letter}${at};Import${letter}${at % 977};Vorname${at % 89};${String((at % 28) + 1).padStart(2, '0')}.0${(at % 9) + 1}.${1940 + (at % 80)};w;Weg;${at % 90};59999;Auenfeld;m${at}@verein.example;01.01.2020;Aktiv${mandateOf(at)}`,
  );
  return [hasMandates ? `${heading};${mandateHeading}` : heading, ...rows].join('\n');
}

async function costOf(stage: Stage, server: { pid: number }, work: () => Promise<unknown>): Promise<number> {
  const beforeMs = stage.cpuMs(server);
  await work();
  return stage.cpuMs(server) - beforeMs;
}

async function importBare(requests: Requests, text: string): Promise<void> {
  const answer = await requests.ask({ method: 'POST', path: '/import', body: { text }, timeoutMs: finishedAtMostMs });
  if (answer.status !== 200) throw new Error(`/import answered ${answer.status}: ${answer.text.slice(0, 300)}`);
}

/** The same rows into the same tables with the same entries in the audit log, unlooked at, in one transaction. */
async function importRows(pool: pg.Pool, { body }: ReferenceRequest): Promise<unknown> {
  const { text } = body as { text: string }; // The task above sends it.
  const rows = text
    .split('\n')
    .slice(1)
    .map((line) => line.split(';'))
    .map(([no, l, f, b = '', g, s, h, p, c, e, j = '', , account, reference, signed = '', used = '']) => ({
      person: randomUUID(),
      member: randomUUID(),
      no,
      l,
      f,
      b: iso(b),
      g,
      s,
      h,
      p,
      c,
      e,
      j: iso(j),
      mandate: account && randomUUID(),
      account,
      reference,
      signed: iso(signed),
      used: iso(used),
    }));
  const client = await pool.connect();
  try {
    await client.query("begin; set local app.club = '*'");
    for (let start = 0; start < rows.length; start += 500) {
      const json = JSON.stringify(rows.slice(start, start + 500));
      const shape = 'person uuid, member uuid, no text, l text, f text, b date, g text, s text, h text, p text, c text, e text, j date';
      await client.query({
        name: 'people',
        text: `insert into person (id, club, firstname, lastname, birth_date, gender, email, street, house_no, postcode, city, created_at, updated_at)
          select person, 'RWA', f, l, b, g, e, s, h, p, c, now(), now() from jsonb_to_recordset($1::jsonb) as r(${shape})`,
        values: [json],
      });
      await client.query({
        name: 'members',
        text: `insert into member (id, club, person_id, member_no, joined_on, kind, status) select member, 'RWA', person, no, j, 'active', 'active' from jsonb_to_recordset($1::jsonb) as r(${shape})`,
        values: [json],
      });
      if (rows[0]?.mandate)
        await client.query({
          name: 'mandates',
          text: `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder, origin, last_used_on)
            select mandate, 'RWA', person, reference, signed, account, f || ' ' || l, 'import', used
            from jsonb_to_recordset($1::jsonb) as r(${shape}, mandate uuid, account text, reference text, signed date, used date)`,
          values: [json],
        });
    }
    for (let start = 0; start < rows.length; start += 1000) {
      const entries = rows.slice(start, start + 1000).map(({ member, l, f }) => ({
        name: 'Bench',
        club: 'RWA',
        content: `Mitglied importiert: ${l}, ${f}`,
        action: 'members.reference',
        entity: 'members',
        entityId: member,
        time: new Date().toISOString(),
      }));
      await client.query({ name: 'entries', text: 'select record_entries($1::jsonb, $2::jsonb)', values: [JSON.stringify(entries), '[]'] });
    }
    await client.query('commit');
  } finally {
    client.release();
  }
  return { id: '', state: 'done' };
}

/** An account of its own for each, with its check digits. */
function ibanOf(at: number): string {
  const account = `51210800${String(at).padStart(10, '0')}`;
  return `DE${String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0')}${account}`;
}

function iso(day: string): string {
  return day.split('.').toReversed().join('-');
}
