import { Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { deathInput, type Death } from '#shared/office/deaths.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { deathQuery, useDeathMutations } from './queries.ts';

const shape = deathInput.pick({ diedOn: true });

/** Records a death: shows beforehand what it ends, and afterwards what is left to do. */
export function DeathPart({ personId, diedOn }: { personId: string; diedOn: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({ ...deathQuery(personId), enabled: isOpen || diedOn !== null });
  if (!diedOn && !isOpen)
    return (
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsOpen(true)}>
        Todesfall eintragen …
      </Button>
    );
  if (!query.data) return <Loading query={query} />;
  if (query.data.diedOn) return <Noted death={query.data} />;
  return <DeathForm death={query.data} onDone={() => setIsOpen(false)} />;
}

function DeathForm({ death: { id, name, version, ends, remains }, onDone }: { death: Death; onDone: () => void }) {
  const { note } = useDeathMutations();
  const form = useShapeForm({ diedOn: '' }, shape);
  const submit = form.onSubmit((values) =>
    note.mutate(
      { id, version, ...values },
      {
        onSuccess: () => {
          notify('Der Todesfall ist eingetragen.');
          onDone();
        },
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DayField label="Verstorben am" hasVisibleLabel isRequired max={today()} {...dayInput(form, 'diedOn')} />
        <Listed title="Das endet damit" items={ends} />
        <Listed title="Das bleibt zu tun" items={remains} />
        <Text size="sm">
          E-Mail und Telefon von {name} werden gelöscht: Niemand schreibt dorthin, auch über diesen Todesfall geht keine Mail hinaus.
        </Text>
        <FormProblem error={note.error} fields={['diedOn']} onReload={() => note.reset()} />
        <FormButtons action="Todesfall eintragen" isGrave isBusy={note.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function Noted({ death: { id, name, diedOn, remains, version } }: { death: Death }) {
  const { takeBack } = useDeathMutations();
  const ask = () =>
    confirm({
      title: 'Todesfall zurücknehmen?',
      text: `${name} lebt. Was geendet hat, beginnt nicht von selbst wieder: Mitgliedschaft, Anmeldungen, Mandat, Zugang und Adresse tragen Sie neu ein.`,
      action: 'Todesfall zurücknehmen',
      onConfirm: () =>
        takeBack.mutate({ id, version }, { onSuccess: () => notify('Der Todesfall ist zurückgenommen.'), onError: notifyProblem }),
    });
  return (
    <Stack gap="sm">
      <Text size="sm">Verstorben am {diedOn && germanDate(diedOn)}.</Text>
      <Listed title="Das bleibt zu tun" items={remains} />
      <Button variant="default" style={{ alignSelf: 'flex-start' }} loading={takeBack.isPending} onClick={ask}>
        Todesfall zurücknehmen …
      </Button>
    </Stack>
  );
}

function Listed({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {items.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </div>
  );
}
