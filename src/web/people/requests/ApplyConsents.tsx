import { Checkbox, Fieldset, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MembershipOffer } from '#shared/people/membershipApplications.ts';
import { boot } from '#web/lib/boot.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { consentTextsQuery } from '../parts/consentTexts.ts';
import type { ApplicationValues } from './applicationValues.ts';
import { TextLink } from './TextLink.tsx';

type PartProps = { club: ClubName; form: UseFormReturnType<ApplicationValues> };

/** The account for direct debit; without one the club sends an invoice. */
export function ApplyAccount({ club, form }: PartProps) {
  return (
    <Fieldset legend="Beitrag per Lastschrift (freiwillig)">
      <Stack gap="sm">
        <TextInput label="IBAN" autoComplete="off" placeholder="DE…" {...form.getInputProps('iban')} />
        <TextInput label="Kontoinhaber" autoComplete="off" {...form.getInputProps('accountHolder')} />
        {form.values.iban.trim() !== '' && (
          <Checkbox
            label={`${boot.clubs[club].displayName} darf Beiträge von diesem Konto einziehen (SEPA-Lastschriftmandat). Innerhalb von acht Wochen kann ich die Erstattung verlangen.`}
            {...form.getInputProps('acceptsMandate', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

/** The consents: the first two are required, the others optional. */
export function ApplyConsents({ club, texts, form }: PartProps & { texts: MembershipOffer['texts'] }) {
  const query = useQuery(consentTextsQuery(club));
  const tick = (name: keyof ApplicationValues, label: ReactNode, isNeeded = false) => (
    <Checkbox label={label} required={isNeeded} {...form.getInputProps(name, { type: 'checkbox' })} />
  );
  if (!query.data) return <Loading query={query} />;
  const { privacy_notice: privacy, photo_web: photos, newsletter } = query.data;
  const terms = (
    <>
      Ich erkenne <TextLink label="Satzung" address={texts.statutes} /> und <TextLink label="Beitragsordnung" address={texts.fees} /> an.
    </>
  );
  const privacyWords = (
    <>
      {privacy.text} (<TextLink label="Hinweise zum Datenschutz" address={texts.privacy} />)
    </>
  );
  return (
    <Fieldset legend="Einwilligungen">
      <Stack gap="sm">
        {tick('acceptsTerms', terms, true)}
        {tick('acceptsPrivacy', privacyWords, true)}
        {tick('allowsPhotos', `${photos.text} (freiwillig)`)}
        {tick('wantsNewsletter', `${newsletter.text} (freiwillig)`)}
      </Stack>
    </Fieldset>
  );
}
