import { sql } from 'drizzle-orm';

/** Whether somebody else of the club has the address of the person `p` as well, as families do. */
export const isShared = sql`exists (select 1 from person o where o.id <> p.id and o.club = p.club
  and lower(o.email) = lower(p.email) and o.merged_into is distinct from p.id)`;
