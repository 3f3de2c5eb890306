import fs from 'node:fs';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '#server/platform/process/root.ts';

const folder = path.join(projectRoot, 'src/server/db/migrations');
const steps = fs.readdirSync(folder).toSorted();
const accounts = steps.find((step) => step.endsWith('_club_accounts')) ?? '';

test('the account of a club becomes its first one, with its opening balance and all that lay on it; a club without one stays without', async () => {
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
    for (const step of steps.slice(0, steps.indexOf(accounts))) await run(step);
    const { rows: columns } = await client.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_name = 'club' and is_nullable = 'NO' and column_default is null and column_name <> 'name'`,
    );
    const filled = columns.map(({ type }) => (type === 'boolean' ? 'false' : type === 'jsonb' ? "'[]'" : type === 'text' ? 'name' : '0'));
    await client.query(
      `insert into club (name, ${columns.map((one) => one.name).join(', ')})
       select name, ${filled.join(', ')} from (values ('GSV'), ('RWA'), ('SCB')) of(name)`,
    );
    for (const [key, value] of [
      ['creditorName', 'Rot-Weiß'],
      ['iban', 'DE02120300000000202051'],
      ['creditorId', 'DE98ZZZ09999999999'],
    ])
      await client.query(`insert into config_parameter (name, value, updated_at) values ($1, to_jsonb($2::text), now())`, [
        `sepa.RWA.${key}`,
        value,
      ]);
    await client.query(`insert into opening_balance (club, account, cents, opening_day) values ('RWA', 'bank', 1234, '2026-01-01'),
      ('RWA', 'cash', 50, '2026-02-01'), ('SCB', 'bank', -7, '2026-01-01')`);
    await client.query(`insert into bank_line (id, club, fingerprint, booked_on, cents, created_at)
      values (gen_random_uuid(), 'RWA', 'eine', '2026-03-01', 500, now())`);
    await run(accounts);
    const { rows } = await client.query(
      `select club, kind, holder, iban, creditor_id, is_collect, is_pay, opening_cents::int, opening_on::text from club_account order by club, kind`,
    );
    const none = { holder: '', iban: '', creditor_id: '' };
    const used = { is_collect: true, is_pay: true };
    expect(rows).toEqual([
      {
        club: 'RWA',
        kind: 'bank',
        holder: 'Rot-Weiß',
        iban: 'DE02120300000000202051',
        creditor_id: 'DE98ZZZ09999999999',
        ...used,
        opening_cents: 1234,
        opening_on: '2026-01-01',
      },
      { club: 'RWA', kind: 'cash', ...none, is_collect: false, is_pay: false, opening_cents: 50, opening_on: '2026-02-01' },
      { club: 'SCB', kind: 'bank', ...none, ...used, opening_cents: -7, opening_on: '2026-01-01' },
    ]);
    const { rows: lines } = await client.query(`select a.iban from bank_line l join club_account a on a.id = l.account_id`);
    expect(lines).toEqual([{ iban: 'DE02120300000000202051' }]);
    // Neither the former settings nor the closed books change.
    expect((await client.query(`select 1 from config_parameter where name like 'sepa.RWA.%'`)).rowCount).toBe(3);
    expect((await client.query('select 1 from opening_balance')).rowCount).toBe(3);
  } finally {
    await client.end();
    await owner.query(`drop database ${name}`);
    await owner.end();
  }
});
