import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { KeptLine } from '#shared/money/bankLines.ts';
import { euros } from '#shared/kernel/money.ts';
import { lineEntriesInput, linePartsAtMost, type LineEntries } from '#shared/money/entries/contract.ts';
import { categoriesOf, categoryOf } from '#shared/money/entries/words.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { useBankMutations } from '../bank/bankQueries.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { bothWays, EntryFields, oneWay } from './EntryFields.tsx';

type Part = LineEntries['parts'][number];
type Form = UseFormReturnType<LineEntries>;

/** What a transaction was for: one category, or several parts that add up to its amount. */
export function LinePartsForm({ line, onClose }: { line: KeptLine; onClose: () => void }) {
  const { enter } = useBankMutations();
  const form = useShapeForm<LineEntries>({ parts: [partOf(line, Math.abs(line.cents))] }, lineEntriesInput, {
    check: ({ parts }) =>
      parts.length > 1 && sumOf(parts) !== line.cents ? { sum: 'Die Teile ergeben zusammen noch nicht den Betrag.' } : {},
  });
  const { parts } = form.values;
  const isSplit = parts.length > 1;
  const left = Math.abs(line.cents - sumOf(parts));
  const submit = form.onSubmit((values) =>
    enter.mutate(
      { ...values, id: line.id, version: line.version },
      {
        onSuccess: () => (
          notify(`${parts.map(({ category }) => categoryOf(category).label).join(', ')}: ${euros(line.cents)} ist gebucht.`),
          onClose()
        ),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {isSplit ? (
          parts.map((_part, at) => <PartFields key={at} form={form} at={at} line={line} />)
        ) : (
          <EntryFields form={form} at="parts.0." categories={oneWay(directionOf(line))} />
        )}
        {isSplit && (
          <Text size="sm" component="output">
            {left === 0
              ? 'Alles ist verteilt.'
              : `Noch ${euros(left)} Unterschied: Einnahmen weniger Ausgaben müssen ${euros(line.cents)} ergeben.`}
          </Text>
        )}
        <FormProblem error={enter.error} fields={parts.flatMap((part, at) => Object.keys(part).map((field) => `parts.${at}.${field}`))} />
        <Group gap="sm">
          <Button type="submit" loading={enter.isPending}>
            Buchen
          </Button>
          {parts.length < linePartsAtMost && (
            <Button
              variant="default"
              leftSection={<Icon name="plus" size={18} />}
              onClick={() => form.insertListItem('parts', partOf(line, isSplit ? left : 0))}
            >
              {isSplit ? 'Noch ein Teil' : 'Aufteilen'}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function PartFields({ form, at, line }: { form: Form; at: number; line: KeptLine }) {
  const { cents } = form.values.parts[at] ?? { cents: 0 };
  const remove = () => {
    const others = form.values.parts.filter((_part, other) => other !== at);
    const [only] = others;
    // The only part left gets the whole amount.
    form.setFieldValue('parts', only && others.length === 1 ? [{ ...partOf(line, Math.abs(line.cents)), text: only.text }] : others);
  };
  return (
    <Fieldset legend={`Teil ${at + 1}`}>
      <Stack gap="sm">
        <EntryFields form={form} at={`parts.${at}.`} categories={bothWays} />
        <Group gap="sm" align="flex-end" justify="space-between">
          <EuroField
            label="Betrag in Euro"
            cents={cents}
            field={form.getInputProps(`parts.${at}.cents`)}
            onChange={(value) => form.setFieldValue(`parts.${at}.cents`, value)}
          />
          <Button variant="default" aria-label={`Teil ${at + 1} weglassen`} onClick={remove}>
            Weglassen
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

function partOf(line: KeptLine, cents: number): Part {
  const category = categoriesOf(directionOf(line)).at(-1) ?? 'other_income';
  const text = [line.name, line.purpose].filter(Boolean).join(', ').slice(0, 200);
  return { category, sphere: categoryOf(category).sphere, text, cents };
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { category, cents }) => sum + (categoryOf(category).direction === 'in' ? cents : 0 - cents), 0);
}

function directionOf({ cents }: KeptLine): 'in' | 'out' {
  return cents > 0 ? 'in' : 'out';
}
