import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Clash, Clashing } from './useRowForm.ts';

type ClashPanelProps = { clash: Clash; /** Who saved, and when, as a sentence. */ saved: string };

/** Somebody else saved the same fields first: shows both values of each to choose from; nothing is overwritten unseen. */
export function ClashPanel({ clash, saved }: ClashPanelProps) {
  const { fields, choose } = clash;
  const open = fields.filter(({ choice }) => !choice).length;
  const all = (choice: 'mine' | 'theirs') => fields.forEach(({ field }) => choose(field, choice));
  return (
    <Stack gap="sm">
      <Text size="sm">
        {`${saved} ${fields.length === 1 ? 'Eine Angabe unterscheidet' : `${fields.length} Angaben unterscheiden`} sich: `}
        {open > 0 ? 'Bitte wählen Sie, was gelten soll.' : 'Ihre Wahl steht im Formular, sie gilt mit „Speichern“.'}
      </Text>
      {fields.map((one) => (
        <Choice key={one.field} one={one} clash={clash} />
      ))}
      {fields.length > 1 && (
        <Group gap="xs">
          <Button variant="default" onClick={() => all('mine')}>
            Alle meine
          </Button>
          <Button variant="default" onClick={() => all('theirs')}>
            Alle gespeicherten
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Choice({ one: { field, mine, theirs, choice }, clash: { choose, inputOf } }: { one: Clashing; clash: Clash }) {
  // The field's label, and how it shows its value, are read from the DOM once; the input is rendered already.
  const [{ label, isTyped, isAmount }] = useState(() => inputOfPage(inputOf(field)));
  return (
    <Radio.Group
      label={label}
      value={choice ?? null}
      onChange={(value) => choose(field, value === 'mine' ? 'mine' : 'theirs')}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Stack gap="xs" mt={4}>
        <Radio value="mine" label={withValue('Ihre Eingabe', isAmount ? amountOf(mine) : mine, isTyped)} />
        <Radio value="theirs" label={withValue('Gespeichert', isAmount ? amountOf(theirs) : theirs, isTyped)} />
      </Stack>
    </Radio.Group>
  );
}

function inputOfPage(input: HTMLElement | null): { label: string; isTyped: boolean; isAmount: boolean } {
  const wrapper = input?.closest('.mantine-InputWrapper-root');
  const own = input instanceof HTMLInputElement ? input.labels?.[0] : undefined;
  const words = (wrapper?.querySelector('.mantine-InputWrapper-label') ?? own)?.textContent.replace(/\s*\*$/, '');
  const isTyped = input === null || (input.getAttribute('aria-haspopup') !== 'listbox' && input.getAttribute('role') !== 'radiogroup');
  return { label: words ?? input?.getAttribute('aria-label') ?? 'Text', isTyped, isAmount: input?.dataset['amount'] !== undefined };
}

/** An amount is typed in Euro, but its field holds cents. */
function amountOf(cents: unknown): unknown {
  return typeof cents === 'number' ? euros(cents) : cents;
}

/** A select's value is a code that only the field itself can display; it is shown there once chosen. */
function withValue(name: string, value: unknown, isTyped: boolean): string {
  const words = isTyped || typeof value === 'boolean' ? inWords(value) : undefined;
  return words === undefined ? name : `${name}: ${words}`;
}

const longest = 300;

function inWords(value: unknown): string | undefined {
  if (value === '' || value === null || value === undefined) return 'leer';
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nein';
  if (typeof value === 'number') return value.toLocaleString('de-DE');
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return germanDate(value);
  const text = value.startsWith('<') ? (new DOMParser().parseFromString(value, 'text/html').body.textContent ?? '') : value;
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}
