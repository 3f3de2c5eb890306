import { NumberInput, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { lastingKinds, pageStateNames, pageStates, type ContentPage } from '#shared/content/contentPages.ts';
import { legalKinds, legalPages, type LegalKind } from '#shared/content/legalPages.ts';
import { accessibilityStatement, accessibilityTitle } from '#shared/content/accessibility.ts';
import { richTextToText } from '#shared/kernel/richText.ts';
import { boot } from '#web/lib/boot.ts';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { pageAddress } from '#shared/content/contentAddress.ts';
import { pagesQuery } from './queries.ts';
import type { PageValues } from './pageValues.ts';

type PagePlaceProps = {
  form: UseFormReturnType<PageValues>;
  page: ContentPage | undefined;
  club: ClubName;
  /** Called when the form inserted a text. */
  onText: () => void;
};

/** A page's slug, place in the menu, kind and visibility. */
export function PagePlace({ form, page, club, onText }: PagePlaceProps) {
  const stateLabel = useId();
  const { data = [] } = useQuery(pagesQuery(club));
  const { values, errors } = form;
  const isLasting = page?.state === 'published' && lastingKinds.includes(page.legalKind);
  const chooseKind = (kind: LegalKind | null) => {
    form.setFieldValue('legalKind', kind);
    if (kind) form.setFieldValue('slug', legalPages[kind].slug);
    // The program's own statement is the first draft of the club's.
    if (kind !== 'accessibility' || richTextToText(values.body) !== '') return;
    form.setFieldValue('body', accessibilityStatement(boot.clubs[club].displayName));
    if (values.title === '') form.setFieldValue('title', accessibilityTitle);
    onText();
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Adresse"
          description={`Zum Beispiel verein/geschichte, unter ${pageAddress(club, '')}`}
          required
          readOnly={values.legalKind !== null}
          {...form.getInputProps('slug')}
        />
        <Select
          label="Rechtliche Seite"
          description="Die Fußzeile führt auf diese Seiten."
          placeholder="Keine"
          clearable={!isLasting}
          disabled={isLasting}
          data={legalKinds.map((kind) => ({ value: kind, label: legalPages[kind].label }))}
          value={values.legalKind}
          error={errors['legalKind']}
          onChange={(value) => chooseKind(legalKinds.find((kind) => kind === value) ?? null)}
        />
        <TextInput label="Wort im Menü" description="Leer: nicht im Menü" maxLength={40} {...form.getInputProps('menuLabel')} />
        <NumberInput
          label="Reihenfolge im Menü"
          description="Kleine Zahlen stehen oben."
          min={0}
          max={999}
          allowDecimal={false}
          {...form.getInputProps('menuOrder')}
        />
        <Select
          label="Steht unter"
          placeholder="Oberste Ebene"
          clearable
          data={data.filter(({ id }) => id !== page?.id).map(({ id, title }) => ({ value: id, label: title }))}
          value={values.parentId}
          error={errors['parentId']}
          onChange={(value) => form.setFieldValue('parentId', value)}
        />
        <Stack gap={4}>
          <Text id={stateLabel} size="sm" fw={600}>
            Sichtbarkeit
          </Text>
          <Segments
            aria-labelledby={stateLabel}
            disabled={isLasting}
            data={pageStates.map((state) => ({ value: state, label: pageStateNames[state] }))}
            value={values.state}
            onChange={(value) => form.setFieldValue('state', value === 'published' ? 'published' : 'draft')}
          />
          {isLasting && (
            <Text size="sm" c="dimmed">
              Impressum und Datenschutz müssen veröffentlicht bleiben.
            </Text>
          )}
          {errors['state'] && (
            <Text size="sm" c="danger">
              {errors['state']}
            </Text>
          )}
        </Stack>
      </SimpleGrid>
      {page && page.formerSlugs.length > 0 && (
        <Text size="sm" c="dimmed">
          Leiten hierher weiter: {page.formerSlugs.map((slug) => pageAddress(club, slug)).join(', ')}
        </Text>
      )}
    </>
  );
}
