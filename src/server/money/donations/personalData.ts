import { and, eq, inArray, sql } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import type { Write } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { donation, donationReceipt, donationSettings } from './table.ts';

/** For how many years after the year of issue the copy of a receipt is kept (§ 50 Abs. 7 EStDV, § 147 AO). */
const receiptYears = 10;

/** Donors need not be members, so they are only found by name. */
export const donationsData: PersonalData = {
  beside: [
    {
      title: 'Spenden',
      tables: [donation],
      read: async (tx, { people }) => {
        const [first] = people;
        if (!first) return [];
        const names = people.map((one) => fullName(one).toLowerCase());
        return tx
          .select()
          .from(donation)
          .where(and(eq(donation.club, first.club), inArray(sql`lower(${donation.donorName})`, names)));
      },
    },
  ],
  leftAlone: [{ table: donationSettings, why: 'What the tax office says about the club; it names no person.' }],
  retention: [{ name: 'donations', forget: forgetOld }],
  accounts: [donationReceipt.createdById],
  mayName: [
    donation.donorName,
    donation.donorAddress,
    donation.note,
    donation.createdBy,
    donationReceipt.donorName,
    donationReceipt.content,
    donationReceipt.createdBy,
    donationReceipt.reason,
  ],
};

async function forgetOld({ tx }: Write): Promise<number> {
  const isOver = (year: ReturnType<typeof sql>) => sql`${year} + ${receiptYears} < extract(year from ${today()}::date)`;
  const donations = await tx
    .delete(donation)
    .where(isOver(sql`extract(year from ${donation.receivedOn})`))
    .returning({ id: donation.id });
  const receipts = await tx
    .delete(donationReceipt)
    .where(
      and(
        isOver(sql`${donationReceipt.year}`),
        sql`not exists (select 1 from ${donation} where ${donation.receiptId} = ${donationReceipt.id})`,
      ),
    )
    .returning({ id: donationReceipt.id });
  return donations.length + receipts.length;
}
