import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PriceChange } from '#shared/courses/priceChanges/priceChanges.ts';
import { priceInWords } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PriceChangeDialog } from './PriceChangeDialog.tsx';
import { priceChangesQuery, usePriceChangeMutations } from './queries.ts';

/** Announced price changes for existing participants of a group, with a form to announce one. */
export function PriceChangePart({ courseId }: { courseId: string }) {
  const query = useQuery(priceChangesQuery(courseId));
  const { data } = query;
  const [isOpen, setIsOpen] = useState(false);
  if (!data) return <Loading query={query} />;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" maw={640}>
        Ein geänderter Preis gilt hier nur für neue Anmeldungen. Wer schon dabei ist, zahlt weiter wie vereinbart, bis ein neuer Preis
        angekündigt ist.
      </Text>
      {data.changes.map((one) => (
        <Change key={one.id} change={one} courseId={courseId} />
      ))}
      {data.mayAnnounce && (
        <Group>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Neuen Preis ankündigen …
          </Button>
        </Group>
      )}
      {isOpen && <PriceChangeDialog courseId={courseId} changes={data} onClose={() => setIsOpen(false)} />}
    </Stack>
  );
}

const stateWords = { coming: 'angekündigt', applied: 'gilt', withdrawn: 'zurückgenommen' };

function Change({ change, courseId }: { change: PriceChange; courseId: string }) {
  const { withdraw } = usePriceChangeMutations();
  const prices = change.prices.map(({ category, cents, per }) => `${priceCategoryNames[category]} ${priceInWords(cents, per)}`).join(', ');
  const ask = () =>
    confirm({
      title: 'Ankündigung zurücknehmen?',
      text: 'Der Preis bleibt, wie er ist. Alle, die angeschrieben wurden, bekommen eine Mail.',
      action: 'Zurücknehmen',
      onConfirm: () =>
        withdraw.mutate(courseId, { onSuccess: () => notify('Die Ankündigung ist zurückgenommen.'), onError: notifyProblem }),
    });
  return (
    <Group gap="sm">
      <Text size="sm">
        <strong>Ab {germanDate(change.validFrom)}</strong> {prices} ({stateWords[change.state]};{' '}
        {germanDate(localOf(new Date(change.announcedAt)).date)}
        {change.announcedBy && `, ${change.announcedBy}`}){change.reason && `. Grund: ${change.reason}`}
      </Text>
      {change.state === 'coming' && (
        <Button variant="default" size="compact-md" loading={withdraw.isPending} onClick={ask}>
          Zurücknehmen …
        </Button>
      )}
    </Group>
  );
}
