import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { germanDate } from '#shared/kernel/calendar.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { pages } from '#shared/kernel/pages.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { LinksPart } from '../auditors/LinksPart.tsx';
import { BalancesPart } from '../cash/BalancesPart.tsx';
import { CashBookPart } from '../cash/CashBookPart.tsx';
import { DatevPart } from '../datev/DatevPart.tsx';
import { AccountsPart } from '../ledger/AccountsPart.tsx';
import { EntriesPart } from '../entries/EntriesPart.tsx';
import { Closings } from './Closings.tsx';
import { CloseForm } from './CloseForm.tsx';
import { Meters } from './Meters.tsx';
import { yearQuery, useBooksMutations } from './queries.ts';
import { YearTable } from './YearTable.tsx';

const address = z.object({ jahr: z.coerce.number().int().optional(), club: z.enum(clubNames).optional() });

/** Income and expenses of a year, and closing it (/admin/money/year). */
export function Page() {
  const { user } = useAuth();
  const [{ jahr, club: asked }, setAddress] = useAddress(address);
  if (!user) return null;
  const { seesClubs, club } = seenClub(user, 'books.manage', asked);
  const now = Number(today().slice(0, 4));
  const years = Array.from({ length: 6 }, (_, back) => String(now - back));
  const year = jahr ?? now;
  return (
    <>
      <PageTitle title={pages.adminYear.title}>
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
        <Select
          aria-label="Jahr"
          data={years.includes(String(year)) ? years : [String(year), ...years]}
          value={String(year)}
          onChange={(value) => setAddress({ jahr: value ? Number(value) : undefined })}
          allowDeselect={false}
          w={110}
        />
      </PageTitle>
      <Books key={`${club} ${year}`} club={club} year={year} onYear={(next) => setAddress({ jahr: next })} />
    </>
  );
}

type BooksProps = { club: ClubName; year: number; onYear: (year: number) => void };

function Books({ club, year, onYear }: BooksProps) {
  const query = useQuery(yearQuery(club, year));
  const { data } = query;
  const { exportYear } = useBooksMutations();
  if (!data) return <Loading query={query} />;
  const save = () =>
    exportYear.mutate(
      { club, year },
      {
        onSuccess: (file) => {
          saveFile(file);
          notify('Die Dateien sind gespeichert.');
        },
        onError: notifyProblem,
      },
    );
  return (
    <Stack gap="lg">
      <PagePart title={`Einnahmen und Ausgaben ${year}`}>
        <Text size="sm" mb="xs">
          {data.closedUntil ? `Abgeschlossen bis ${germanDate(data.closedUntil)}. ` : 'Noch nicht abgeschlossen. '}
          Gezählt wird Geld, das kam oder ging, am Tag der Zahlung.
        </Text>
        <YearTable year={data} before={{ ...data.before, year: year - 1 }} />
        <Text size="sm" mt="xs">
          Heute offen sind {euros(data.openCents)}, Guthaben der Zahler {euros(data.creditCents)}.
        </Text>
      </PagePart>
      <PagePart title="Grenzen der Abgabenordnung">
        <Meters meters={data.meters} />
      </PagePart>
      <BalancesPart club={club} year={year} />
      <EntriesPart club={club} year={year} />
      <CashBookPart club={club} year={year} />
      <PagePart title="Kassenprüfung">
        <Text size="sm" mb="xs">
          Alle Forderungen, Zahlungen, Läufe und Abschlüsse des Jahres als CSV-Dateien in einem ZIP, mit Liste der Spalten und Prüfsummen.
          Konten stehen nur mit den letzten vier Stellen darin.
        </Text>
        <Button variant="default" loading={exportYear.isPending} onClick={save}>
          Dateien für die Kassenprüfung
        </Button>
        <LinksPart club={club} year={year} />
      </PagePart>
      <AccountsPart club={club} />
      <DatevPart club={club} year={year} />
      <PagePart title="Abschluss">
        <Stack gap="sm">
          {data.mayClose.length > 0 ? (
            <CloseForm key={data.mayClose[0]} club={club} year={data} />
          ) : (
            <Group gap="xs">
              <Text size="sm">In diesem Jahr gibt es gerade keinen Monat abzuschließen.</Text>
              {data.closings.length === 0 && (
                <Button variant="default" size="compact-md" onClick={() => onYear(year - 1)}>
                  Zum Jahr {year - 1}
                </Button>
              )}
            </Group>
          )}
          <Closings year={data} />
        </Stack>
      </PagePart>
    </Stack>
  );
}
