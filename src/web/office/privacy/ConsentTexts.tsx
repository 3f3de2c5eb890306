import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { consentNames } from '#shared/people/consents.ts';
import type { ConsentText, PurposeTexts } from '#shared/people/consentTexts/contract.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Disclosure } from '#web/ui/plain/Disclosure.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { ConsentTextDialog } from './ConsentTextDialog.tsx';
import classes from './privacy.module.css';
import { consentTextsQuery, useConsentTextMutations } from './queries.ts';

/** The pressed button is gone: the back button gets the focus. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

/** The club's consent texts with their versions, and the number of consents to each. */
export function ConsentTexts({ club, onClose }: { club: ClubName; onClose: () => void }) {
  const query = useQuery(consentTextsQuery(club));
  const [opened, setOpened] = useState<PurposeTexts>();
  if (!query.data) return <Loading query={query} />;
  return (
    <>
      <Group mb="md">
        <Button ref={focusOnce} variant="default" leftSection={<Icon name="arrow-left" size={18} />} onClick={onClose}>
          Datenschutz
        </Button>
      </Group>
      <Text mb="md">
        So fragt der Verein bei Anmeldungen und Anträgen. Eine Fassung, die gilt, bleibt stehen: Wer ihr zugestimmt hat, kann sie jederzeit
        nachlesen. Die Worte zur verbindlichen Anmeldung ergeben sich aus dem Angebot und sind hier nicht dabei.
      </Text>
      {query.data.map((one) => (
        <Purpose key={one.purpose} one={one} onNew={() => setOpened(one)} />
      ))}
      <ConsentTextDialog club={club} of={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function Purpose({ one, onNew }: { one: PurposeTexts; onNew: () => void }) {
  const name = consentNames[one.purpose] ?? one.purpose;
  const upcoming = one.versions.filter(({ isUpcoming }) => isUpcoming);
  const [current, ...earlier] = one.versions.filter(({ isUpcoming }) => !isUpcoming);
  return (
    <PagePart title={name}>
      {upcoming.map((version) => (
        <Version key={version.version} version={version} isWaiting name={name} />
      ))}
      {current && <Version version={current} name={name} />}
      <Text size="sm" c="dimmed">
        {agreedInWords(one)}
      </Text>
      {upcoming.length === 0 && (
        <Button mt="xs" variant="default" onClick={onNew} aria-label={`Neue Fassung: ${name}`}>
          Neue Fassung
        </Button>
      )}
      {earlier.length > 0 && (
        <Disclosure title={earlier.length === 1 ? 'Eine frühere Fassung' : `${earlier.length} frühere Fassungen`} onPaper="open">
          {earlier.map((version) => (
            <Version key={version.version} version={version} name={name} />
          ))}
        </Disclosure>
      )}
    </PagePart>
  );
}

function Version({ version: one, name, isWaiting = false }: { version: ConsentText; name: string; isWaiting?: boolean }) {
  return (
    <div className={classes['version']}>
      <Group gap="xs">
        <Text fw={600}>{`Fassung ${one.version}`}</Text>
        <Text size="sm" c="dimmed">
          {sinceInWords(one)}
        </Text>
        {isWaiting && (
          <Badge color="waiting" variant="light" size="lg">
            gilt noch nicht
          </Badge>
        )}
        {one.asksAgain && (
          <Badge color="gray" variant="light" size="lg">
            fragt neu
          </Badge>
        )}
      </Group>
      <p className={classes['words']}>{one.text}</p>
      {isWaiting && <TakeBack one={one} name={name} />}
    </div>
  );
}

function TakeBack({ one: { id, version }, name }: { one: ConsentText; name: string }) {
  const { remove } = useConsentTextMutations();
  if (id === null) return null;
  const ask = () =>
    confirm({
      title: 'Neue Fassung zurücknehmen?',
      text: `Fassung ${version} von „${name}“ gilt dann nicht. Der Text von heute bleibt.`,
      action: 'Zurücknehmen',
      onConfirm: () => remove.mutate(id, { onSuccess: () => notify('Die Fassung ist zurückgenommen.'), onError: notifyProblem }),
    });
  return (
    <Button variant="default" loading={remove.isPending} onClick={ask} aria-label={`Zurücknehmen: ${name}`}>
      Zurücknehmen
    </Button>
  );
}

function sinceInWords({ fromDay, isUpcoming, createdBy }: ConsentText): string {
  if (fromDay === null) return 'der Text des Portals';
  return `${isUpcoming ? 'ab' : 'seit'} ${germanDate(fromDay)}${createdBy ? `, von ${createdBy}` : ''}`;
}

function agreedInWords({ agreed }: PurposeTexts): string {
  if (agreed.length === 0) return 'Bisher hat niemand zugestimmt.';
  const each = agreed.map(({ version, people }) => `${people === 1 ? 'eine Person' : `${people} Personen`} zu Fassung ${version}`);
  return `Zugestimmt: ${each.join(', ')}.`;
}
