import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MembershipOffer } from '#shared/people/membershipApplications.ts';
import { boot } from '#web/lib/boot.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PlainGroup } from '#web/ui/plain/forms/PlainGroup.tsx';
import { PlainTick } from '#web/ui/plain/forms/PlainTick.tsx';
import { plainInput, plainTick } from '#web/ui/plain/forms/plainInput.ts';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { consentTextsQuery } from '../parts/consentTexts.ts';
import type { ApplicationValues } from './applicationValues.ts';
import { TextLink } from './TextLink.tsx';

type PartProps = { club: ClubName; form: UseFormReturnType<ApplicationValues> };

/** The account for direct debit; without one the club sends an invoice. */
export function ApplyAccount({ club, form }: PartProps) {
  return (
    <PlainGroup legend="Beitrag per Lastschrift (freiwillig)">
      <PlainField label="IBAN" autoComplete="off" placeholder="DE…" {...plainInput(form, 'iban')} />
      <PlainField label="Kontoinhaber" autoComplete="off" {...plainInput(form, 'accountHolder')} />
      {form.values.iban.trim() !== '' && (
        <PlainTick {...plainTick(form, 'acceptsMandate')}>
          {`${boot.clubs[club].displayName} darf Beiträge von diesem Konto einziehen (SEPA-Lastschriftmandat). Innerhalb von acht Wochen kann ich die Erstattung verlangen.`}
        </PlainTick>
      )}
    </PlainGroup>
  );
}

/** The consents: the first two are required, the others optional. */
export function ApplyConsents({ club, texts, form }: PartProps & { texts: MembershipOffer['texts'] }) {
  const query = useQuery(consentTextsQuery(club));
  const tick = (name: keyof ApplicationValues, label: ReactNode, isNeeded = false) => (
    <PlainTick required={isNeeded} {...plainTick(form, name)}>
      {label}
    </PlainTick>
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
    <PlainGroup legend="Einwilligungen">
      {tick('acceptsTerms', terms, true)}
      {tick('acceptsPrivacy', privacyWords, true)}
      {tick('allowsPhotos', `${photos.text} (freiwillig)`)}
      {tick('wantsNewsletter', `${newsletter.text} (freiwillig)`)}
    </PlainGroup>
  );
}
