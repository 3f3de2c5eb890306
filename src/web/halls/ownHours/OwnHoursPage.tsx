import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { pages } from '#shared/kernel/pages.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { DatesPart } from './DatesPart.tsx';
import { RenewLink } from './RenewLink.tsx';
import { SeasonPart } from './SeasonPart.tsx';
import { ownHoursQuery, useOwnHours, type Opened } from './queries.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

// Usually there is no question, so it is loaded on demand.
const Questions = lazyPart(async () => (await import('../notices/Questions.tsx')).Questions, null);

/** The hours of an organisation without an account, behind the link of its mails (/organisation/{token}). */
export const Page = inDesignSystem(OwnHoursPage);

function OwnHoursPage() {
  const { token = '' } = useParams({ strict: false });
  const [organisationId, setOrganisationId] = useState<string>();
  const opened: Opened = { token, ...(organisationId && { organisationId }) };
  const query = useQuery(ownHoursQuery(opened));
  const { seen, answerQuestion } = useOwnHours(opened);
  const { mutate: note } = seen;
  const isThere = query.data !== undefined;
  const noted = useRef<string>(undefined);
  useEffect(() => {
    // Once per link, however often the page renders.
    if (!isThere || noted.current === token) return;
    noted.current = token;
    note();
  }, [isThere, token, note]);
  const { data, error } = query;
  if (!data && isGone(error))
    return (
      <>
        <PageTitle title={pages.ownHours.title} />
        <EmptyState icon="link-off" title="Dieser Link gilt nicht mehr.">
          <p>Links gelten 90 Tage. Unter Ihrer Adresse schicken wir Ihnen gern einen neuen.</p>
          <RenewLink />
        </EmptyState>
      </>
    );
  return (
    <>
      <PageTitle title={pages.ownHours.title} />
      {!data && <Loading query={query} />}
      {data && (
        <Stack gap="lg">
          <div>
            <Text fw={600}>{data.organisation.name}</Text>
            <Text size="sm" c="dimmed">{`Ansprechperson: ${data.contact.name}. Die Hallen vergibt ${data.club}.`}</Text>
          </div>
          {data.choices.length > 1 && (
            <NativeSelect
              label="Für welche Organisation"
              data={data.choices.map(({ id, name }) => ({ value: id, label: name }))}
              value={data.organisation.id}
              onChange={({ currentTarget }) => setOrganisationId(currentTarget.value)}
              style={{ maxWidth: '24rem' }}
            />
          )}
          {data.questions.length > 0 && (
            <Questions questions={data.questions} mayAnswer={data.contact.maySign} answering={answerQuestion} />
          )}
          {data.seasons.map((one) => (
            <SeasonPart key={one.season.id} opened={opened} of={one} contact={data.contact} organisation={data.organisation} />
          ))}
          <DatesPart opened={opened} groups={data.groups} maySign={data.contact.maySign} />
        </Stack>
      )}
    </>
  );
}
