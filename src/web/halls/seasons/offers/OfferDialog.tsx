import { Button, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { offerInput, type Objection } from '#shared/halls/seasons/objections.ts';
import type { Grant, PlaceChoice } from '#shared/halls/seasons/plans.ts';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { weekdayNames } from '#shared/kernel/calendar.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { placesQuery, planQuery, useSeasonMutations } from '../queries.ts';
import classes from '../seasons.module.css';
import { weekWords } from '../words.ts';

type OfferDialogProps = { season: Season; objection: Objection; wishId: string; onClose: () => void };

const further = 'further';
const shape = offerInput.pick({ answer: true });

/** Offers a free time in reply to an objection: in place of a granted one, or additionally. */
export function OfferDialog({ season, objection: { id, groupName, organisation }, wishId, onClose }: OfferDialogProps) {
  const { offer } = useSeasonMutations();
  const query = useQuery(placesQuery(season.id, wishId));
  const { data: plan } = useQuery(planQuery(season.id));
  const own = plan?.grants.filter((one) => one.wishId === wishId) ?? [];
  const lacks = plan?.refusals.some((one) => one.wishId === wishId) ?? true;
  const form = useShapeForm<z.input<typeof shape>>({ answer: '' }, shape);
  const [chosen, setChosen] = useState<string>();
  const instead = chosen ?? (lacks ? further : String(own[0]?.weekday ?? further));
  const send = ({ facilityId, unitIds, weekday, startTime, week }: PlaceChoice, { answer }: z.input<typeof shape>) =>
    offer.mutate(
      { id, place: { facilityId, unitIds, weekday, startTime, week }, insteadOf: instead === further ? null : Number(instead), answer },
      {
        onSuccess: () => {
          notify(`${organisation} hat das Gegenangebot.`);
          onClose();
        },
        onError: (error) => applyProblem(form, error),
      },
    );
  return (
    <Modal opened onClose={onClose} size="lg" title={`Gegenangebot für ${groupName || organisation}`}>
      <Stack>
        <Text size="sm">
          Der Verein bekommt eine Mail und nimmt an oder lehnt ab. Mit seinem Ja steht die Zeit im Plan; bis dahin ist sie nicht reserviert.
        </Text>
        {own.length > 0 && (
          <Select
            label="Welche Zeit sie ersetzt"
            data={choicesOf(own, lacks)}
            allowDeselect={false}
            value={instead}
            onChange={(value) => setChosen(value ?? further)}
          />
        )}
        <Textarea label="Nachricht dazu (freiwillig)" autosize minRows={2} maxLength={2000} {...form.getInputProps('answer')} />
        <FormProblem error={offer.error} fields={['answer']} />
        {!query.data && <Loading query={query} />}
        {query.data?.length === 0 && <Text>Für diesen Wunsch ist in keiner Sportstätte der Saison eine andere Zeit frei.</Text>}
        {query.data && (
          <ul className={classes['cards']} aria-label="Freie Zeiten">
            {query.data.map((place) => (
              <li key={`${place.words}${place.week}`} className={classes['card']}>
                <span className={classes['name']}>{`${place.words}${weekWords(place.week)}`}</span>
                <Text size="sm">{place.option === null ? 'Nicht gewünscht' : `${place.option + 1}. Wunsch`}</Text>
                <Button
                  size="xs"
                  variant="default"
                  style={{ justifySelf: 'start' }}
                  loading={offer.isPending}
                  aria-label={`${place.words} anbieten`}
                  onClick={() => form.onSubmit((values) => send(place, values))()}
                >
                  Anbieten
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  );
}

/** The times that an offer may replace; "additionally" is only offered where a time is missing. */
function choicesOf(own: readonly Grant[], lacks: boolean) {
  const times = own.map(({ weekday, startTime, endTime }) => ({
    value: String(weekday),
    label: `${weekdayNames[weekday - 1]} ${startTime}–${endTime}`,
  }));
  return lacks ? [{ value: further, label: 'Keine, sie kommt dazu' }, ...times] : times;
}
