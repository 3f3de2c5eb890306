import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { hourSheetStateNames, hourSheetStates, type HourSheetState } from '#shared/money/hours.ts';
import { saveFile } from '#web/lib/saveFile.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { clubHoursQuery, useHourMutations } from './queries.ts';
import { SheetList } from './SheetList.tsx';

const options = hourSheetStateNames.filter((name) => name !== 'draft').map((name) => ({ value: name, label: hourSheetStates[name] }));

type ClubHoursProps = {
  club: ClubName;
  state: HourSheetState | undefined;
  mayPay: boolean;
  onState: (state: HourSheetState | undefined) => void;
  onOpen: (id: string) => void;
};

/** The club's hour sheets: to approve, to pay, paid. */
export function ClubHours({ club, state, mayPay, onState, onOpen }: ClubHoursProps) {
  const { data, error, refetch } = useQuery(clubHoursQuery(club, state));
  const { exportFile, setPaid } = useHourMutations();
  const inPayment = data?.filter((one) => one.state === 'exported' && !one.payout) ?? [];
  const pay = () =>
    confirm({
      title: inPayment.length === 1 ? 'Einen Nachweis als bezahlt vermerken?' : `${inPayment.length} Nachweise als bezahlt vermerken?`,
      text: 'Das lässt sich nicht zurücknehmen. Die Übungsleitungen sehen es auf ihrer Seite. Die Ausgabe selbst buchen Sie an der Zeile der Bank.',
      action: 'Als bezahlt vermerken',
      onConfirm: () =>
        setPaid.mutate(
          inPayment.map(({ id, version }) => ({ id, version })),
          { onSuccess: () => notify('Die Nachweise sind als bezahlt vermerkt.'), onError: notifyProblem },
        ),
    });
  return (
    <PagePart title="Nachweise des Vereins">
      <Group gap="xs" mb="sm">
        <Select
          aria-label="Status"
          placeholder="Jeder Status"
          data={options}
          value={state ?? null}
          clearable
          onChange={(chosen) => onState(hourSheetStateNames.find((name) => name === chosen))}
        />
        {mayPay && (
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            loading={exportFile.isPending}
            onClick={() =>
              exportFile.mutate(club, {
                onSuccess: (file) => {
                  saveFile(file);
                  notify('Die freigegebenen Nachweise sind als CSV-Datei gespeichert und stehen jetzt zur Zahlung.');
                },
                onError: notifyProblem,
              })
            }
          >
            Zur Zahlung exportieren
          </Button>
        )}
        {mayPay && inPayment.length > 0 && (
          <Button variant="default" loading={setPaid.isPending} onClick={pay}>
            Alle als bezahlt vermerken
          </Button>
        )}
      </Group>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <SheetList label="Nachweise des Vereins" sheets={data} showsTrainer onOpen={onOpen} />
      )}
    </PagePart>
  );
}
