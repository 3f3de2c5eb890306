import { Button, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { pages } from '#shared/kernel/pages.ts';
import type { Donation } from '#shared/money/donations/contract.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { DonationDialog } from './DonationForm.tsx';
import { DonationList } from './DonationList.tsx';
import { ImportPart } from './ImportPart.tsx';
import { donationsQuery } from './queries.ts';
import { ReceiptsPart, ReceiptView } from './ReceiptsPart.tsx';
import { SettingsPart } from './SettingsPart.tsx';

const address = z.object({
  jahr: z.coerce.number().int().optional(),
  club: z.enum(clubNames).optional(),
  beleg: z.string().optional(),
});

/** Donations and their receipts (/admin/money/donations). */
export function Page() {
  const { user } = useAuth();
  const [{ jahr, club: asked, beleg }, setAddress] = useAddress(address);
  const [edited, setEdited] = useState<Donation | 'new'>();
  const [isImporting, setIsImporting] = useState(false);
  if (!user) return null;
  const { seesClubs, club } = seenClub(user, 'donations.manage', asked);
  if (beleg) return <ReceiptView id={beleg} onBack={() => setAddress({ beleg: undefined })} />;
  const now = Number(today().slice(0, 4));
  return (
    <>
      <PageTitle title={pages.adminDonations.title}>
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
        <Select
          aria-label="Jahr"
          data={Array.from({ length: 6 }, (_, back) => String(now - back))}
          value={String(jahr ?? now)}
          onChange={(value) => setAddress({ jahr: value ? Number(value) : undefined })}
          allowDeselect={false}
          w={110}
        />
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setEdited('new')}>
          Spende eintragen
        </Button>
        <Button variant="default" aria-expanded={isImporting} onClick={() => setIsImporting(!isImporting)}>
          Aus einer Datei …
        </Button>
      </PageTitle>
      {isImporting && <ImportPart key={`import ${club}`} club={club} onDone={() => setIsImporting(false)} />}
      <YearParts club={club} year={jahr ?? now} onEdit={setEdited} onReceipt={(id) => setAddress({ beleg: id })} />
      <DonationDialog club={club} of={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}

type YearPartsProps = { club: ClubName; year: number; onEdit: (donation: Donation) => void; onReceipt: (id: string) => void };

function YearParts({ club, year, onEdit, onReceipt }: YearPartsProps) {
  const query = useQuery(donationsQuery(club, year));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const { donations, receipts, totalCents, receiptedCents, settings, lacking } = data;
  return (
    <>
      <PagePart
        title={`Spenden ${year}`}
        lead={`${euros(totalCents)}, davon bestätigt ${euros(receiptedCents)}. Bis 300 € genügt dem Finanzamt der Kontoauszug mit den Angaben des Vereins.`}
      >
        {lacking.length > 0 && donations.length > 0 && (
          <Text size="sm" mb="xs">
            Bestätigungen gibt es, sobald die Angaben unten stimmen.
          </Text>
        )}
        <DonationList
          key={`${club} ${year}`}
          club={club}
          donations={donations}
          mayIssue={lacking.length === 0}
          onEdit={onEdit}
          onReceipt={onReceipt}
        />
      </PagePart>
      <ReceiptsPart club={club} year={year} receipts={receipts} onOpen={onReceipt} />
      <SettingsPart key={`${club} ${settings?.version ?? 0}`} club={club} settings={settings} lacking={lacking} />
    </>
  );
}
