import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { euros } from '#shared/kernel/money.ts';
import type { FeeRun, FeeUndoing } from '#shared/money/fees/fees.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { LettersOut } from '../letters/LettersOut.tsx';
import { feeLettersQuery, feeUndoingQuery, useFeeMutations } from './queries.ts';

/** Reverts a run as far as nothing happened to its charges; those that stay are named beforehand, with the reason. */
export function UndoForm({ run, onClose }: { run: FeeRun; onClose: () => void }) {
  const { undo } = useFeeMutations();
  const query = useQuery(feeUndoingQuery(run.id));
  const { data: sheets } = useQuery({ ...feeLettersQuery(run.id), enabled: run.postedOn !== null });
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const { charges, staying } = data;
  if (charges === 0 && staying > 0)
    return (
      <>
        <Text size="sm">Der Lauf lässt sich nicht mehr zurücknehmen: Mit jeder Forderung ist seither etwas geschehen.</Text>
        <Staying undoing={data} />
      </>
    );
  const done = () => (notify(staying > 0 ? 'Die unberührten Forderungen sind storniert.' : 'Der Lauf ist rückgängig gemacht.'), onClose());
  const save = (reason: string, onError: (error: unknown) => void) =>
    undo.mutate({ id: run.id, reason, onlyUntouched: staying > 0, version: run.version }, { onSuccess: done, onError });
  return (
    <ReasonForm
      action={staying > 0 ? 'Nur die unberührten stornieren' : 'Rückgängig machen'}
      isGrave
      typed="stornieren"
      isBusy={undo.isPending}
      error={undo.error}
      onReason={save}
    >
      <Text size="sm">
        {counted(charges, data.cents)} {charges === 1 ? 'wird' : 'werden'} storniert. Danach lassen sich die Monate neu fordern.
      </Text>
      <Staying undoing={data} />
      <LettersOut sheets={sheets} />
    </ReasonForm>
  );
}

function Staying({ undoing: { staying, stayingCents, named } }: { undoing: FeeUndoing }) {
  if (staying === 0) return null;
  const more = staying - named.length;
  return (
    <>
      <Text size="sm">
        {counted(staying, stayingCents)} {staying === 1 ? 'bleibt' : 'bleiben'}, weil seither etwas damit geschehen ist:
      </Text>
      <List size="sm" mah="12rem" style={{ overflowY: 'auto' }} tabIndex={0} aria-label="Was bleibt">
        {named.map(({ reference, name, cents, why }) => (
          <List.Item key={reference}>
            {name}, {reference}, {euros(cents)}: {why}
          </List.Item>
        ))}
        {more > 0 && <List.Item>und {more.toLocaleString('de-DE')} weitere</List.Item>}
      </List>
    </>
  );
}

function counted(charges: number, cents: number): string {
  return `${charges === 1 ? '1 Forderung' : `${charges.toLocaleString('de-DE')} Forderungen`} über ${euros(cents)}`;
}
