import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { clockInWords, outcomeInWords } from '#shared/office/privacyLog/clock.ts';
import type { PrivacyCase, PrivacyLog } from '#shared/office/privacyLog/contract.ts';
import { caseTitle } from '#shared/office/privacyLog/words.ts';
import { formatDate, formatDateTime } from '#web/lib/format.ts';
import { useFormInAddress } from '#web/lib/formInAddress.ts';
import { useNow } from '#web/lib/useNow.ts';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { CaseDialog } from './CaseForm.tsx';
import { caseSubject } from './caseWords.ts';
import { focusOnce } from './focusOnce.ts';
import classes from './privacyLog.module.css';
import { casesQuery } from './queries.ts';

type CaseListProps = { club: ClubName; onOpen: (id: string) => void; onBack: () => void };

/** The breaches and requests of a club, most urgent first, and requests handled by the program itself. */
export function CaseList({ club, onOpen, onBack }: CaseListProps) {
  const query = useQuery(casesQuery(club));
  const [isAdding, setIsAdding] = useFormInAddress('new');
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return (
    <>
      <Group mb="md">
        <Button ref={focusOnce} variant="default" leftSection={<Icon name="arrow-left" size={18} />} onClick={onBack}>
          Datenschutz
        </Button>
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setIsAdding(true)}>
          Vorfall oder Anfrage eintragen
        </Button>
      </Group>
      <PagePart
        title="Offene Vorfälle und Anfragen"
        lead="Ein Vorfall ist binnen 72 Stunden der Aufsicht zu melden, eine Anfrage binnen eines Monats zu beantworten."
      >
        {data.open.length === 0 && <EmptyState icon="shield-check" title="Zurzeit ist nichts offen." />}
        <Cases of={data.open} label="Offen" onOpen={onOpen} />
      </PagePart>
      {data.closed.length > 0 && (
        <PagePart title="Abgeschlossen" lead="Drei Jahre nach dem Abschluss wird der Vorgang gelöscht.">
          <Cases of={data.closed} label="Abgeschlossen" onOpen={onOpen} />
        </PagePart>
      )}
      <Settled settled={data.settled} />
      <CaseDialog club={club} of={isAdding ? 'new' : undefined} onClose={() => setIsAdding(false)} onSaved={onOpen} />
    </>
  );
}

function Cases({ of, label, onOpen }: { of: readonly PrivacyCase[]; label: string; onOpen: (id: string) => void }) {
  const now = new Date(useNow());
  if (of.length === 0) return null;
  return (
    <ul className={classes['rows']} aria-label={label}>
      {of.map((one) => {
        const clock = clockInWords(one, now);
        return (
          <li key={one.id}>
            <span className={classes['words']}>
              <RecordLink onOpen={() => onOpen(one.id)}>{caseTitle(one)}</RecordLink>
              <span className={classes['quiet']}>
                {caseSubject(one)}; {one.kind === 'breach' ? 'bekannt seit' : 'eingegangen am'} {formatDate(one.knownAt)}
              </span>
              <span className={classes['line']}>{one.text}</span>
            </span>
            {one.outcome && one.outcomeOn ? (
              <span className={classes['words']}>{outcomeInWords({ ...one, outcome: one.outcome, outcomeOn: one.outcomeOn })}</span>
            ) : (
              <StateMark tone={clock.tone}>{clock.words}</StateMark>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Requests that were handled within the program; they need no record here. */
function Settled({ settled }: Pick<PrivacyLog, 'settled'>) {
  return (
    <PagePart
      title="Im Programm erledigt"
      lead={
        <>
          Auskünfte, Löschungen und Widerrufe der letzten zwölf Monate, die neuesten 50. Änderungswünsche von Mitgliedern stehen unter{' '}
          <Link to="/admin/members" search={{ tab: 'requests' }}>
            Anträge
          </Link>
          .
        </>
      }
    >
      {settled.length === 0 && <p>Noch nichts.</p>}
      <ul className={classes['rows']} aria-label="Im Programm erledigt">
        {settled.map(({ id, at, by, what }) => (
          <li key={id}>
            <span className={classes['words']}>{what}</span>
            <span className={classes['quiet']}>
              {by}, {formatDateTime(at)}
            </span>
          </li>
        ))}
      </ul>
    </PagePart>
  );
}
