import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { seasonStep, type Season } from '#shared/halls/seasons/seasons.ts';
import { seasonSteps, type SeasonState } from '#shared/halls/seasons/seasonStates.ts';
import { addDays, germanDate, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { OutcomeWords } from '../publication/OutcomeWords.tsx';
import { dryRunQuery, useSeasonMutations } from './queries.ts';

type Way = {
  label: string;
  title: string;
  text: string;
  /** What is told afterwards. */ done: string;
  asks: readonly ('reason' | 'day' | 'name')[];
  dayLabel?: string;
};

/** The manager's possible transitions, with their consequences. */
const ways: { readonly [to in SeasonState]?: (from: SeasonState) => Way } = {
  open: (from) =>
    from === 'planning'
      ? {
          label: 'Wünsche wieder öffnen',
          title: 'Wünsche wieder öffnen?',
          text: 'Der Arbeitsplan bleibt erhalten.',
          done: 'Die Wünsche sind wieder offen.',
          asks: ['day', 'reason'],
          dayLabel: 'Wünsche bis',
        }
      : {
          label: 'Wünsche öffnen',
          title: 'Wünsche öffnen?',
          text: 'Laufende Serien werden als Wünsche übernommen, und alle Organisationen bekommen eine E-Mail.',
          done: 'Die Wünsche sind offen, die Mails gehen hinaus.',
          asks: [],
        },
  planning: (from) =>
    from === 'consultation'
      ? {
          label: 'Zurück zur Planung',
          title: 'Zurück zur Planung?',
          text: 'Der Plan wird wieder geändert; Einwände bleiben.',
          done: 'Die Saison ist wieder in Planung.',
          asks: [],
        }
      : {
          label: 'Wünsche schließen und planen',
          title: 'Wünsche schließen?',
          text: 'Vereine ändern danach nichts mehr. Entwürfe bleiben außen vor. Vor dem Ende der Frist braucht es einen Grund.',
          done: 'Die Wünsche sind geschlossen. Jetzt wird geplant.',
          asks: ['reason'],
        },
  consultation: () => ({
    label: 'Anhörung beginnen',
    title: 'Anhörung beginnen?',
    text: 'Alle bekommen ihr Ergebnis mit den Gründen per E-Mail.',
    done: 'Die Anhörung läuft, die Ergebnisse gehen hinaus.',
    asks: ['day'],
    dayLabel: 'Einwände bis',
  }),
  publishing: () => ({
    label: 'Veröffentlichen',
    title: 'Plan veröffentlichen?',
    text: 'Aus den Zeiten werden Buchungen. Bisherige Serien enden vor dem ersten Tag. Das lässt sich nicht zurücknehmen.',
    done: 'Die Veröffentlichung beginnt innerhalb einer Minute.',
    asks: ['name'],
  }),
  cancelled: (from) => ({
    label: 'Saison abbrechen',
    title: 'Saison abbrechen?',
    text: `${from === 'draft' ? 'Außer Ihnen weiß noch niemand von ihr; es geht keine Mail hinaus.' : 'Alle werden benachrichtigt.'} Das lässt sich nicht zurücknehmen.`,
    done: 'Die Saison ist abgebrochen.',
    asks: ['reason'],
  }),
};

/** Moves the season to the next phase. */
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
            {...(step === 'cancelled' && { color: 'danger' })}
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
  const asks = way?.asks ?? [];
  const { data: played, error: unplayed } = useQuery({ ...dryRunQuery(season.id), enabled: to === 'publishing' });
  const form = useShapeForm({ day: addDays(today(), 14), reason: '', name: '' }, shapeOf(asks), {
    fieldOf: { wishesUntil: 'day', objectionsUntil: 'day' },
  });
  if (!way) return null;
  const lastDay = season.objectionsUntil ? localOf(new Date(season.objectionsUntil)).date : '';
  const isEarly = to === 'publishing' && lastDay >= today();
  const go = form.onSubmit(({ day, reason, name }) => {
    const until = asks.includes('day') && instantOf(day, '23:59').toISOString();
    advance.mutate(
      {
        id: season.id,
        version: season.version,
        to,
        reason,
        name,
        seen: played?.seen ?? '',
        ...(until && (to === 'open' ? { wishesUntil: until } : { objectionsUntil: until })),
      },
      {
        onSuccess: () => {
          notify(way.done);
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    );
  });
  return (
    <Modal opened onClose={onClose} title={way.title}>
      <form onSubmit={go} noValidate>
        <Stack>
          <Text size="sm">
            {way.text}
            {isEarly && ` Einwände sind noch bis zum ${germanDate(lastDay)} möglich.`}
          </Text>
          {played && <OutcomeWords of={played} />}
          {asks.includes('day') && <DayField label={way.dayLabel ?? 'Bis'} hasVisibleLabel {...dayInput(form, 'day')} />}
          {asks.includes('reason') && <TextInput label="Grund" maxLength={500} {...form.getInputProps('reason')} />}
          {asks.includes('name') && <TextInput label={`Zur Bestätigung „${season.name}“ eingeben`} {...form.getInputProps('name')} />}
          <FormProblem error={advance.error ?? unplayed} fields={asks.flatMap((asked) => pathsOf[asked])} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Zurück
            </Button>
            <Button type="submit" loading={advance.isPending || (to === 'publishing' && !played && !unplayed)}>
              {way.label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The endpoint's fields for the requested input. */
const pathsOf = { day: ['wishesUntil', 'objectionsUntil'], reason: ['reason'], name: ['name'] };

const { reason, name } = seasonStep.shape;

/** Requires a day only where the transition needs one. */
function shapeOf(asks: Way['asks']) {
  return z.object({ day: asks.includes('day') ? localDate : z.string(), reason, name });
}
