import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/kernel/user.ts';
import { SavedViews } from '#web/accounts/parts/SavedViews.tsx';
import { useFormInAddress } from '#web/lib/formInAddress.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import { today } from '#web/lib/berlinDay.ts';
import { api } from '#web/lib/call/call.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { ExportMenu } from '#web/ui/files/ExportButtons.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { hallsQuery } from '../parts/hallsQuery.ts';
import { BookingDialog } from '../bookings/BookingDialog.tsx';
import { OwnQuestions } from '../notices/OwnQuestions.tsx';
import { askedAt, OwnBookings } from './OwnBookings.tsx';
import { ownAddress, rangeOf } from './OwnFilters.tsx';
import type { ExportFormat } from '#shared/kernel/fields.ts';

export const prefetchOwnBookings: Prefetch = async (client, search) => {
  await Promise.all([client.prefetchQuery(askedAt(addressOf(ownAddress, search))), client.prefetchQuery(hallsQuery())]);
};

/** The viewer's bookings and requests with their states, and a button for a new one; the filters are in the URL. */
export function MyBookings({ viewer }: { viewer: User }) {
  const [address, setAddress] = useAddress(ownAddress);
  const halls = useQuery(hallsQuery());
  const [isBooking, setIsBooking] = useFormInAddress('new');
  const exporting = useMutation({ mutationFn: (input: Parameters<typeof api.ownBookings.export>[0]) => api.ownBookings.export(input) });
  const { hall: facility, kind, department, show, search = '' } = address;
  const save = (format: ExportFormat) =>
    exporting.mutate(
      { ...rangeOf(address, today()), facility, kind, department, show, search, format },
      { onSuccess: (file) => saveFile(file), onError: notifyProblem },
    );
  return (
    <>
      <OwnQuestions viewer={viewer} />
      <Group mb="md" gap="sm" className="no-print">
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setIsBooking(true)}>
          Halle buchen oder anfragen
        </Button>
        <SavedViews page="ownBookings" />
        <ExportMenu isBusy={exporting.isPending} onExport={save} />
      </Group>
      <OwnBookings club={viewer.club.name} address={address} onChange={setAddress} />
      <BookingDialog isOpen={isBooking} viewer={viewer} halls={halls.data ?? []} day={today()} onClose={() => setIsBooking(false)} />
    </>
  );
}
