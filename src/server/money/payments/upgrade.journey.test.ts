import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '#server/platform/process/root.ts';

const folder = path.join(projectRoot, 'src/server/db/migrations');
const steps = fs.readdirSync(folder).toSorted();
const payments = steps.find((step) => step.endsWith('_payments')) ?? '';

/** A database from before payments were rows, and the migrations from that one on, up to a given one. */
async function before(work: (client: pg.Client, upgrade: (last?: string) => Promise<void>) => Promise<void>): Promise<void> {
  const host = inject('postgres');
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  const owner = new pg.Client({ host, database: 'postgres', user: 'postgres' });
  await owner.connect();
  await owner.query(`create database ${name}`);
  const client = new pg.Client({ host, database: name, user: 'postgres' });
  await client.connect();
  const run = async (step: string) => {
    const text = fs.readFileSync(path.join(folder, step, 'migration.sql'), 'utf8');
    for (const statement of text.split('--> statement-breakpoint')) await client.query(statement);
  };
  try {
    for (const step of steps.slice(0, steps.indexOf(payments))) await run(step);
    let done = steps.indexOf(payments);
    await work(client, async (last = payments) => {
      for (const end = steps.indexOf(last) + 1; done < end; done++) await run(steps[done] ?? '');
    });
  } finally {
    await client.end();
    await owner.query(`drop database ${name}`);
    await owner.end();
  }
}

/** A person of a club with all columns that a club required then. */
async function somebody(client: pg.Client): Promise<string> {
  const person = randomUUID();
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = 'club' and is_nullable = 'NO' and column_default is null and column_name <> 'name'`,
  );
  const filled = columns.map(({ type }) => (type === 'boolean' ? 'false' : type === 'jsonb' ? "'[]'" : type === 'text' ? 'name' : '0'));
  await client.query(
    `insert into club (name, ${columns.map(({ name }) => name).join(', ')}) select name, ${filled.join(', ')} from (values ('GSV'), ('RWA')) of(name)`,
  );
  await client.query(
    "insert into person (id, club, firstname, lastname, created_at, updated_at) values ($1, 'RWA', 'Ina', 'Igel', now(), now())",
    [person],
  );
  return person;
}

test('earlier payments, waivers and refunds are payments after the migration, with the same sums for each club', async () => {
  await before(async (client, upgrade) => {
    const person = await somebody(client);
    const charge = async (cents: number, state: string, method: string, of: string | null = null) => {
      const id = randomUUID();
      await client.query(
        `insert into charge (id, club, reference, person_id, payer_person_id, source, refund_of, label, cents, due_on, method, state, paid_on, reason, created_at)
         values ($1::uuid, 'RWA', $1::uuid::text, $2, $2, case when $3::int < 0 then 'refund' else 'other' end, $4, 'Beitrag', $3::int, '2026-01-31', $5, $6::text,
           case when $6::text = 'paid' then date '2026-02-01' end, case when $6::text = 'written_off' then 'Härtefall' else '' end, '2026-01-01')`,
        [id, person, cents, of, method, state],
      );
      return id;
    };
    const paid = await charge(7000, 'paid', 'cash');
    const waived = await charge(3000, 'written_off', 'free');
    const open = await charge(1000, 'open', 'transfer');
    const back = await charge(-500, 'paid', 'transfer', paid);
    await upgrade();
    const { rows } = await client.query(
      `select c.id, c.settled_cents, c.waived_cents, p.kind, p.cents, p.booked_on::text, p.note, a.cents as allocated
       from charge c left join allocation a on a.charge_id = c.id left join payment p on p.id = a.payment_id`,
    );
    const of = (id: string) => rows.find((row) => row.id === id);
    expect(of(paid)).toMatchObject({
      settled_cents: 7000,
      waived_cents: 0,
      kind: 'cash',
      cents: 7000,
      booked_on: '2026-02-01',
      allocated: 7000,
    });
    expect(of(waived)).toMatchObject({ settled_cents: 3000, waived_cents: 3000, kind: 'waiver', note: 'Härtefall' });
    expect(of(open)).toMatchObject({ settled_cents: 0, kind: null });
    expect(of(back)).toMatchObject({ settled_cents: -500, kind: 'payout', cents: -500, allocated: -500 });
  });
});

test('bank bookings from before lines were stored become decided lines, under their id, with their payments', async () => {
  await before(async (client, upgrade) => {
    const person = await somebody(client);
    const [charge, booking, other] = [randomUUID(), randomUUID(), randomUUID()];
    await client.query(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, paid_on, created_at)
       values ($1, 'RWA', 'RWA-100001', $2, $2, 'other', 'Beitrag', 7000, '2026-01-31', 'transfer', 'paid', '2026-02-03', '2026-01-01')`,
      [charge, person],
    );
    for (const [id, reference] of [
      [booking, 'RWA-100001'],
      [other, 'RWA-999999'],
    ])
      await client.query(
        `insert into bank_booking (id, club, fingerprint, "references", booked_on, cents, created_by, created_at)
         values ($1::uuid, 'RWA', $1::uuid::text, array[$2], '2026-02-03', 7000, 'Vera Vogel', '2026-02-04')`,
        [id, reference],
      );
    await upgrade(steps.find((step) => step.endsWith('_bank_lines')));
    const { rows } = await client.query(
      `select l.id, l.fingerprint, l.booked_on::text, l.cents, l.state, l."references", l.decided_by, l.statement_id, p.cents as paid
       from bank_line l left join payment p on p.bank_line_id = l.id order by p.cents nulls last`,
    );
    const line = { booked_on: '2026-02-03', cents: 7000, state: 'done', decided_by: 'Vera Vogel', statement_id: null };
    expect(rows).toEqual([
      { ...line, id: booking, fingerprint: booking, references: ['RWA-100001'], paid: 7000 },
      { ...line, id: other, fingerprint: other, references: ['RWA-999999'], paid: null },
    ]);
  });
});

test('debts and payments are on the same accounts once organisations may pay, and continue there', async () => {
  await before(async (client, upgrade) => {
    const person = await somebody(client);
    await upgrade(steps[steps.findIndex((step) => step.endsWith('_organisation_payers')) - 1]);
    const [charge, paid, later] = [randomUUID(), randomUUID(), randomUUID()];
    await client.query(`set app.club = 'RWA'`);
    await client.query(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
       values ($1, 'RWA', 'RWA-1', $2, $2, 'other', 'Beitrag', 7000, '2026-01-31', 'transfer', 'open', '2026-01-01')`,
      [charge, person],
    );
    const pay = (id: string, cents: number) =>
      client.query(
        `insert into payment (id, club, payer_person_id, kind, cents, booked_on, created_by, created_at)
         values ($1, 'RWA', $2, 'transfer', $3, '2026-02-01', 'Vera', now())`,
        [id, person, cents],
      );
    const allocate = (id: string, cents: number) =>
      client.query(
        `insert into allocation (id, club, payment_id, charge_id, cents, created_at) values (gen_random_uuid(), 'RWA', $1, $2, $3, now())`,
        [id, charge, cents],
      );
    await pay(paid, 3000);
    await allocate(paid, 3000);
    await client.query(
      `insert into dunning_stop (club, payer_person_id, reason, created_by, created_at) values ('RWA', $1, 'Umzug', 'Vera', now())`,
      [person],
    );
    await upgrade(steps.find((step) => step.endsWith('_organisation_payers')));
    for (const table of ['charge', 'payment', 'dunning_stop']) {
      const { rows } = await client.query(`select payer_id, payer_person_id, organisation_id from ${table}`);
      expect([table, rows]).toEqual([table, [{ payer_id: person, payer_person_id: person, organisation_id: null }]]);
    }
    await pay(later, 4000);
    await allocate(later, 4000);
    const { rows } = await client.query(`select state, settled_cents from charge`);
    expect(rows).toEqual([{ state: 'paid', settled_cents: 7000 }]);
    // After a chain of merges, each number leads to the remaining record.
    const { rows: chain } = await client.query<{ id: string; no: number }>(
      `insert into person (id, club, firstname, lastname, created_at, updated_at)
       select gen_random_uuid(), 'RWA', 'Ina', 'Igel', now(), now() from generate_series(1, 3) returning id, account_no as no`,
    );
    for (const [at, { id }] of chain.entries())
      await client.query('update person set merged_into = $1 where id = $2', [chain[at + 1]?.id ?? person, id]);
    await upgrade(steps.find((step) => step.endsWith('_former_account_numbers')));
    const { rows: leading } = await client.query(`select distinct payer_id from payer_number where account_no = any($1)`, [
      chain.map(({ no }) => no),
    ]);
    expect(leading).toEqual([{ payer_id: person }]);
    const { rows: numbers } = await client.query(`select count(*)::int as all, count(distinct account_no)::int as own from payer`);
    expect(numbers[0]?.all).toBe(numbers[0]?.own);
  });
});
