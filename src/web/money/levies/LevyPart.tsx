import { Button, Checkbox, Group, List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import type { LevyInput, LevyLine, LevyPreview } from '#shared/money/levies/contract.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { ExcludeDialog } from '../charges/ExcludeDialog.tsx';
import { LevyForm } from './LevyForm.tsx';
import { LevyLines } from './LevyLines.tsx';
import { levyPreviewQuery, useLevyMutations } from './queries.ts';

/** Charges by hand: first the order, then a preview, then the booking. */
export function LevyPart({ club, onBooked }: { club: ClubName; onBooked: () => void }) {
  const [order, setOrder] = useState<LevyInput>();
  return (
    <Stack gap="md">
      <LevyForm club={club} onOrder={setOrder} onChange={() => setOrder(undefined)} />
      {order && <Preview key={JSON.stringify(order)} order={order} onBooked={onBooked} />}
    </Stack>
  );
}

type Left = { forId: string; reason: string; cents: number };

function Preview({ order, onBooked }: { order: LevyInput; onBooked: () => void }) {
  const [search, setSearch] = useState('');
  const [left, setLeft] = useState<readonly Left[]>([]);
  const [asked, setAsked] = useState<LevyLine>();
  const [tells, setTells] = useState(true);
  const { data, error, isFetching, refetch } = useQuery(levyPreviewQuery({ ...order, search }));
  const { book, remind } = useLevyMutations();
  if (!data || error) return <FormProblem error={error} onReload={() => void refetch()} />;
  const count = data.count - left.length;
  const cents = data.totalCents - sumOfCents(left);
  const words = `${countOf(count)} über zusammen ${euros(cents)}`;
  const excluded = left.map(({ forId, reason }) => ({ forId, reason }));
  const submit = () =>
    confirm({
      title: 'Fordern?',
      text: `${words}. Das lässt sich rückgängig machen, solange nichts davon bezahlt ist.`,
      action: 'Fordern',
      onConfirm: () =>
        book.mutate(
          { ...order, hash: data.hash, excluded, tells },
          { onSuccess: ({ count: made }) => (notify(`${countOf(made)} ${made === 1 ? 'ist' : 'sind'} gestellt.`), onBooked()) },
        ),
    });
  const orSay = (act: () => void) => (count === 0 ? () => notifyRefusal('Dafür ist niemand mehr übrig, der etwas zu zahlen hat.') : act);
  const announce = () =>
    remind.mutate(
      { ...order, hash: data.hash, excluded },
      { onSuccess: ({ told }) => notify(told === 1 ? '1 Mail ist unterwegs.' : `${told} Mails sind unterwegs.`), onError: notifyProblem },
    );
  return (
    <section aria-labelledby="levy-preview">
      <Title order={2} size="h4" id="levy-preview" mb="xs">
        Vorschau
      </Title>
      <Stack gap="sm">
        <Facts preview={data} whom={order.whom} words={words} left={left.length} />
        <FormProblem error={book.error} onReload={() => (book.reset(), void refetch())} />
        <Checkbox
          label="Per Mail Bescheid geben, eine Mail an jeden Zahler"
          checked={tells}
          onChange={(event) => setTells(event.currentTarget.checked)}
        />
        <Group>
          <Button loading={book.isPending || isFetching} onClick={orSay(submit)}>
            {`${countOf(count)} stellen`}
          </Button>
          {order.kind === 'helper_hours' && (
            <Button variant="default" loading={remind.isPending} onClick={orSay(announce)}>
              Vorher ankündigen
            </Button>
          )}
        </Group>
        {data.count > 10 && <SearchField label="Name" value={search} onSearch={setSearch} />}
        <LevyLines
          lines={data.lines}
          left={new Set(left.map(({ forId }) => forId))}
          onLeave={setAsked}
          onTake={({ forId }) => setLeft(left.filter((one) => one.forId !== forId))}
        />
      </Stack>
      <ExcludeDialog
        name={asked?.name}
        words="wird diesmal ausgenommen."
        onClose={() => setAsked(undefined)}
        onExclude={(reason) => {
          if (asked) setLeft([...left, { forId: asked.forId, cents: asked.cents, reason }]);
          setAsked(undefined);
        }}
      />
    </section>
  );
}

function Facts({ preview, whom, words, left }: { preview: LevyPreview; whom: LevyInput['whom']; words: string; left: number }) {
  const { repeated, letters, leftOut, payers } = preview;
  const [one, several] = whom === 'organisations' ? ['Organisation', 'Organisationen'] : ['Person', 'Personen'];
  return (
    <>
      <Text>
        {words}, {payers === 1 ? '1 Zahler' : `${payers.toLocaleString('de-DE')} Zahler`}
        {left > 0 && `, ${left} ausgenommen`}.
      </Text>
      {repeated > 0 && (
        <Text size="sm">
          {repeated === 1 ? `Eine ${one} hat` : `${repeated} ${several} haben`} schon eine Forderung mit diesem Text. Bitte prüfen.
        </Text>
      )}
      {letters.length > 0 && (
        <Text size="sm">
          Ohne E-Mail-Adresse, die Briefe an sie lassen sich danach unter „Von Hand gestellt“ drucken: {letters.join('; ')}
        </Text>
      )}
      {leftOut.length > 0 && (
        <>
          <Text size="sm">Nicht dabei:</Text>
          <List size="sm">
            {leftOut.map(({ name, reason }, at) => (
              <List.Item key={at}>
                {name}: {reason}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </>
  );
}

function countOf(count: number): string {
  return count === 1 ? '1 Forderung' : `${count.toLocaleString('de-DE')} Forderungen`;
}
