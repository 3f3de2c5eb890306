import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { seasonSteps, type SeasonState } from '#shared/halls/seasons/seasonStates.ts';
import { addDays, instantOf } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { CallError } from '#web/lib/call/call.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useSeasonMutations } from './queries.ts';

type Way = { label: string; title: string; text: string; asks: readonly ('reason' | 'day' | 'name')[]; dayLabel?: string };

/** What the manager can do next, and what that means. */
const ways: { readonly [to in SeasonState]?: (from: SeasonState) => Way } = {
  open: (from) =>
    from === 'planning'
      ? {
          label: 'Wünsche wieder öffnen',
          title: 'Wünsche wieder öffnen?',
          text: 'Der Arbeitsplan bleibt erhalten.',
          asks: ['day', 'reason'],
          dayLabel: 'Wünsche bis',
        }
      : {
          label: 'Wünsche öffnen',
          title: 'Wünsche öffnen?',
          text: 'Laufende Serien werden als Wünsche übernommen, und alle Organisationen bekommen eine E-Mail.',
          asks: [],
        },
  planning: (from) =>
    from === 'consultation'
      ? { label: 'Zurück zur Planung', title: 'Zurück zur Planung?', text: 'Der Plan wird wieder geändert; Einwände bleiben.', asks: [] }
      : {
          label: 'Wünsche schließen und planen',
          title: 'Wünsche schließen?',
          text: 'Vereine ändern danach nichts mehr. Entwürfe bleiben außen vor. Vor dem Ende der Frist braucht es einen Grund.',
          asks: ['reason'],
        },
  consultation: () => ({
    label: 'Anhörung beginnen',
    title: 'Anhörung beginnen?',
    text: 'Alle bekommen ihr Ergebnis mit den Gründen per E-Mail.',
    asks: ['day'],
    dayLabel: 'Einwände bis',
  }),
  publishing: () => ({
    label: 'Veröffentlichen',
    title: 'Plan veröffentlichen?',
    text: 'Aus den Zeiten werden Buchungen. Bisherige Serien enden vor dem ersten Tag. Das lässt sich nicht zurücknehmen.',
    asks: ['name'],
  }),
  cancelled: () => ({
    label: 'Saison abbrechen',
    title: 'Saison abbrechen?',
    text: 'Alle werden benachrichtigt. Das lässt sich nicht zurücknehmen.',
    asks: ['reason'],
  }),
};

/** The way to the next phase of a round. */
export function PhasePart({ season }: { season: Season }) {
  const [to, setTo] = useState<SeasonState>();
  const steps = seasonSteps[season.phase];
  if (steps.length === 0) return null;
  return (
    <PagePart title="Nächster Schritt">
      <Group>
        {steps.map((step, at) => (
          <Button
            key={step}
            variant={step === 'cancelled' ? 'outline' : at === steps.length - 2 ? 'filled' : 'default'}
            {...(step === 'cancelled' && { color: 'red' })}
            onClick={() => setTo(step)}
          >
            {ways[step]?.(season.phase).label}
          </Button>
        ))}
      </Group>
      {to && <StepDialog key={to} season={season} to={to} onClose={() => setTo(undefined)} />}
    </PagePart>
  );
}

function StepDialog({ season, to, onClose }: { season: Season; to: SeasonState; onClose: () => void }) {
  const { advance } = useSeasonMutations();
  const way = ways[to]?.(season.phase);
  const [reason, setReason] = useState('');
  const [name, setName] = useState('');
  const [day, setDay] = useState<string | undefined>(addDays(today(), 14));
  if (!way) return null;
  const until = day && instantOf(day, '23:59').toISOString();
  const go = () =>
    advance.mutate(
      {
        id: season.id,
        version: season.version,
        to,
        reason,
        name,
        ...(until && (to === 'open' ? { wishesUntil: until } : { objectionsUntil: until })),
      },
      {
        onSuccess: () => {
          notify('Erledigt.');
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={way.title}>
      <Stack>
        <Text size="sm">{way.text}</Text>
        {way.asks.includes('day') && <DayField label={way.dayLabel ?? 'Bis'} hasVisibleLabel value={day} onChange={setDay} />}
        {way.asks.includes('reason') && (
          <TextInput label="Grund" maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
        )}
        {way.asks.includes('name') && (
          <TextInput
            label={`Zur Bestätigung „${season.name}“ eingeben`}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {advance.error && <Alert color="red">{reasonOf(advance.error)}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Zurück
          </Button>
          <Button loading={advance.isPending} onClick={go}>
            {way.label}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function reasonOf(error: Error): string {
  const fields = error instanceof CallError ? error.fields.map(({ message }) => message).join(' ') : '';
  return fields || error.message;
}
