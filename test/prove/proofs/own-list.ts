import { addDays, localOf, mondayOf } from '../../../src/shared/kernel/calendar.ts';
import { launchBrowser } from '../../browser.ts';
import { signedInPage } from '../../stage/signedInPage.ts';
import { fillTown } from '../../townSeason.ts';
import { atLeast, atMost, none, onStage, type Proof } from '../proof.ts';

const [halls, series, dates] = [20, 200, 10];
const monday = mondayOf(addDays(localOf(new Date()).date, 14));

/** The list of own bookings of a large club in a browser: short by series, and narrowed by hall and text in its address. */
export const proof: Proof = {
  goal: `${series * dates} own bookings stand as a page of at most 50 groups below 6,000 px, and hall and text narrow it by the address`,
  run: () =>
    onStage(async ({ database, startProduct }) => {
      const product = await startProduct();
      await fillTown(database, 1, halls);
      await database.sql(
        `with made as (
           insert into booking_series (id, club, facility_id, unit_ids, kind, title, priority, weekday, start_time, end_time, starts_on, ends_on, holiday_mode, created_at)
           select gen_random_uuid(), 'GSV', f.id, array[(select id from facility_unit where facility_id = f.id order by sort limit 1)], 'training',
             'Gruppe ' || f.n || '-' || s, 3, s % 5 + 1, make_time(8 + s, 0, 0), make_time(9 + s, 0, 0), $1::date, $1::date + 7 * ($2::int - 1) + 6, 'keep', now()
           from (select id, row_number() over (order by id) as n from facility) f cross join generate_series(0, $3::int - 1) s returning *)
         insert into booking (id, club, facility_id, unit_ids, kind, title, priority, series_id, local_date, starts_at, ends_at, state, created_at)
         select gen_random_uuid(), club, facility_id, unit_ids, kind, title, 3, id, d.day,
           (d.day + start_time) at time zone 'Europe/Berlin', (d.day + end_time) at time zone 'Europe/Berlin', 'approved', now()
         from made cross join lateral (select $1::date + 7 * w + weekday - 1 as day from generate_series(0, $2::int - 1) w) d`,
        [monday, dates, series / halls],
      );
      const browser = await launchBrowser();
      try {
        const { page, origin } = await signedInPage(browser, { database, port: product.port, role: 'admin', club: 'GSV' });
        const look = async (more = '') => {
          await page.goto(`${origin}/admin/events?tab=bookings&from=${monday}&to=${addDays(monday, 7 * dates)}${more}`);
          const groups = page.locator('ul[aria-label="Buchungen"] > li');
          await groups.first().waitFor();
          return {
            titles: await groups.locator('> div:first-child').allTextContents(),
            height: await page.evaluate(() => document.body.scrollHeight),
          };
        };
        const all = await look();
        const [hall] = await database.sql<{ id: string; title: string }>(
          'select f.id, b.title from facility f join booking_series b on b.facility_id = f.id order by b.title limit 1',
        );
        const ofHall = await look(`&hall=${hall?.id}`);
        const found = await look(`&search=${encodeURIComponent(hall?.title ?? '')}`);
        return [
          atLeast('groups at first', all.titles.length, 1),
          atMost('groups at first', all.titles.length, 50),
          atMost('px high', all.height, 6000),
          atMost('groups of one hall', ofHall.titles.length, series / halls),
          none(
            'other groups than the one that was looked for',
            found.titles.filter((title) => !title.includes(hall?.title ?? ' ')),
          ),
        ];
      } finally {
        await browser.close();
      }
    }),
};
