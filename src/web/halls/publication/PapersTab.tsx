import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Grant, Refusal } from '#shared/halls/seasons/plans.ts';
import { seasonInstruction, type Season } from '#shared/halls/seasons/seasons.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './papers.module.css';
import { planQuery, useSeasonMutations } from '../seasons/queries.ts';
import { daysOf, placeWordsOf } from '../seasons/words.ts';

/** Printed allotments, one sheet per organisation: the manager prints all, a club its own. */
export function PapersTab({ season }: { season: Season }) {
  const query = useQuery(planQuery(season.id));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const sheets = sheetsOf(data.grants, data.refusals);
  return (
    <Stack>
      {season.isManaged && (
        <div className="no-print">
          <InstructionForm season={season} />
        </div>
      )}
      <Group className="no-print">
        <Button leftSection={<Icon name="printer" size={18} />} disabled={sheets.length === 0} onClick={() => print()}>
          {sheets.length === 1 ? 'Drucken' : `${sheets.length} Zuteilungen drucken`}
        </Button>
        {season.phase === 'consultation' && <Text size="sm">Noch nicht endgültig: Die Anhörung läuft.</Text>}
      </Group>
      {sheets.map((sheet) => (
        <Paper key={sheet.name} season={season} sheet={sheet} />
      ))}
    </Stack>
  );
}

type Sheet = { name: string; grants: readonly Grant[]; refusals: readonly Refusal[] };

/** The granted and refused wishes of each organisation, as far as the viewer may see them. */
function sheetsOf(grants: readonly Grant[], refusals: readonly Refusal[]): Sheet[] {
  const own = grants.filter(({ groupName }) => groupName !== null);
  const names = [...new Set([...own, ...refusals].map(({ organisation }) => organisation))].toSorted(compareNames);
  return names.map((name) => ({
    name,
    grants: own.filter(({ organisation }) => organisation === name),
    refusals: refusals.filter(({ organisation }) => organisation === name),
  }));
}

function Paper({ season, sheet: { name, grants, refusals } }: { season: Season; sheet: Sheet }) {
  const isFinal = season.phase === 'published';
  return (
    <article className={classes['paper']} aria-label={`Zuteilung: ${name}`}>
      <p className={classes['sender']}>{boot.clubs[season.managerClub].displayName}</p>
      <p className={classes['day']}>{germanDate(today())}</p>
      <h2 className={classes['title']}>{`${isFinal ? 'Zuteilung' : 'Vorgesehene Zuteilung'} von Hallenzeiten, ${season.name}`}</h2>
      <p>
        <strong>{name}</strong>
        <br />
        {daysOf(season)}
      </p>
      {grants.length === 0 ? (
        <p>In dieser Saison wurde keine Zeit zugeteilt.</p>
      ) : (
        <table className={classes['lines']}>
          <thead>
            <tr>
              <th scope="col">Gruppe</th>
              <th scope="col">Zeit und Ort</th>
            </tr>
          </thead>
          <tbody>
            {grants.map((grant) => (
              <tr key={grant.id}>
                <td>{grant.groupName}</td>
                <td>{placeWordsOf(grant, season)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refusals.length > 0 && <Refusals refusals={refusals} />}
      <h3>Nach welchen Regeln vergeben wurde</h3>
      <p className={classes['text']}>{season.criteria}</p>
      {season.instruction && <p className={classes['text']}>{season.instruction}</p>}
    </article>
  );
}

function Refusals({ refusals }: { refusals: readonly Refusal[] }) {
  return (
    <>
      <h3>Was nicht möglich war, und warum</h3>
      <ul>
        {refusals.map(({ wishId, groupName, missing, options }) => (
          <li key={wishId}>
            {`${groupName} (${missing === 1 ? 'eine Zeit fehlt' : `${missing} Zeiten fehlen`})`}
            <ul>
              {options.map(({ option, words, sentences }) => (
                <li key={option}>{`${words}: ${sentences.join(' ')}`}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The information on legal remedies; it depends on the town's rules, so the manager writes it. */
function InstructionForm({ season }: { season: Season }) {
  const { instruct } = useSeasonMutations();
  const { form, version, clash } = useRowForm(season, { instruction: season.instruction }, seasonInstruction);
  const save = ({ instruction }: { instruction: string }) =>
    instruct.mutate(
      { id: season.id, version, instruction },
      {
        onSuccess: () => {
          form.resetDirty();
          notify('Der Text ist gespeichert.');
        },
        onError: (error) => applyProblem(form, error),
      },
    );
  return (
    <PagePart title="Text unter jeder Zuteilung" lead="Zum Beispiel, was man gegen die Zuteilung tun kann und bis wann.">
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack gap="xs">
          <Textarea label="Text" autosize minRows={2} maxLength={4000} {...form.getInputProps('instruction')} />
          <FormProblem error={instruct.error} fields={['instruction']} clash={clash} />
          <Button type="submit" variant="default" loading={instruct.isPending} style={{ alignSelf: 'flex-start' }}>
            Speichern
          </Button>
        </Stack>
      </form>
    </PagePart>
  );
}
