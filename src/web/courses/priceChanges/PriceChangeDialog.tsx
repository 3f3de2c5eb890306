import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { priceChangeInput, type PriceChanges } from '#shared/courses/priceChanges/priceChanges.ts';
import { priceCategoryNames, priceUnitNames } from '#shared/courses/courseWords.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { usePriceChangeMutations } from './queries.ts';

type PriceChangeDialogProps = { courseId: string; changes: PriceChanges; onClose: () => void };

/** Announces new prices: the day, the price per class, and the reason. */
export function PriceChangeDialog({ courseId, changes, onClose }: PriceChangeDialogProps) {
  const { announce } = usePriceChangeMutations();
  const { earliest, people, prices } = changes;
  const form = useShapeForm(
    { validFrom: earliest, prices: prices.map(({ category, cents }) => ({ category, cents })), reason: '' },
    priceChangeInput,
  );
  return (
    <Modal opened onClose={onClose} title="Neuen Preis ankündigen" centered>
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          announce.mutate(
            { id: courseId, ...values },
            {
              onSuccess: () => (notify('Der neue Preis ist angekündigt.'), onClose()),
              onError: (error) => applyProblem(form, error),
            },
          ),
        )}
      >
        <Stack>
          <DayField label="Gilt ab" hasVisibleLabel min={earliest} {...dayInput(form, 'validFrom')} />
          <Text size="sm" c="dimmed">
            Frühestens ab {germanDate(earliest)}, immer ab dem Ersten: So erfahren es alle sechs Wochen vorher.
          </Text>
          {prices.map(({ category, per, cents }, at) => (
            <EuroInput
              key={category}
              label={`${priceCategoryNames[category]}, ${priceUnitNames[per]}`}
              rightSection="€"
              cents={form.values.prices[at]?.cents ?? cents}
              error={form.errors[`prices.${at}.cents`]}
              onChange={(typed) => form.setFieldValue(`prices.${at}.cents`, typed ?? 0)}
            />
          ))}
          <TextInput label="Grund" description="Freiwillig; er steht in der Mail." maxLength={300} {...form.getInputProps('reason')} />
          <Text size="sm">
            {people === 1 ? '1 Person ist dabei; ihre Familie bekommt' : `${people} Personen sind dabei; ihre Familien bekommen`} jetzt eine
            Mail. Wer mehr zahlen soll, kann bis zum Tag davor kündigen, ohne weitere Frist.
          </Text>
          <FormProblem error={announce.error} fields={['validFrom', 'reason']} />
          {form.errors['prices'] && (
            <Text c="danger" role="alert">
              {form.errors['prices']}
            </Text>
          )}
          <Button type="submit" loading={announce.isPending}>
            Ankündigen und Familien anschreiben
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
