import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { kindsOfNotices, type NoticeChoice, type NoticeKind } from '#shared/accounts/noticeTopics.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from './NoticeChoices.module.css';
import { choicesQuery, useChoose, type Choosing } from './queries.ts';

/** Which channels each kind of notice uses; notices that must be in writing by law or contract are marked. */
export function NoticeChoices() {
  const query = useQuery(choicesQuery);
  const { data } = query;
  return (
    <RowPart
      id="wege"
      title="Wie Nachrichten zu Ihnen kommen"
      state={data && waysInWords(data)}
      lead="Jede Nachricht steht hier und in Ihrer Übersicht. Dazu kommt sie auf den Wegen, die Sie wählen. Mitteilungen zeigen die Geräte, auf denen Sie sie einschalten."
    >
      {data ? (
        <ul className={classes['kinds']}>
          {data.map((choice) => (
            <Kind key={choice.kind} of={choice} />
          ))}
        </ul>
      ) : (
        <Loading query={query} />
      )}
      <p className={classes['always']}>
        Rechnungen, Lastschriften, Mahnungen, Verträge und alles zur Sicherheit Ihres Kontos kommen immer per Mail. Rundmails, in die Sie
        eingewilligt haben, bestellen Sie über den Link in der Mail oder unter <a href="/profile/consents">Einwilligungen</a> ab.
      </p>
    </RowPart>
  );
}

/** How many kinds of notices come by which channel. */
function waysInWords(choices: readonly NoticeChoice[]): string {
  const mails = choices.filter(({ kind, mail }) => mail || kindsOfNotices[kind].isMailFixed).length;
  return `${mails} von ${choices.length} Arten per Mail, ${choices.filter(({ push }) => push).length} als Mitteilung`;
}

function Kind({ of }: { of: NoticeChoice }) {
  const { title, line } = kindsOfNotices[of.kind];
  const { people } = of;
  const choose = useChoose();
  const hasOwn = people.some(({ isOwn }) => isOwn);
  // Stays open when the last override is removed, so that nothing moves under the pointer.
  const [isOpen, setIsOpen] = useState(hasOwn);
  const isByPerson = people.length > 0 && (isOpen || hasOwn);
  const forAll = () => {
    setIsOpen(false);
    if (hasOwn) choose.mutate({ kind: of.kind, personId: null, mail: of.mail, push: of.push }, { onError: notifyProblem });
  };
  return (
    <li className={classes['kind']}>
      <div>
        <strong>{title}</strong>
        <p className={classes['line']}>{line}</p>
        {people.length > 0 && (
          <PlainButton
            disabled={choose.isPending}
            aria-label={`${title}: ${isByPerson ? 'für alle gleich' : 'je Person wählen'}`}
            onClick={isByPerson ? forAll : () => setIsOpen(true)}
          >
            {isByPerson ? 'Für alle gleich' : 'Je Person wählen'}
          </PlainButton>
        )}
      </div>
      {isByPerson ? (
        <ul className={classes['people']}>
          {people.map((one) => (
            <li key={one.personId} className={classes['person']}>
              <span>{one.name}</span>
              <Ways kind={of.kind} of={one} words={`${title}, ${one.name}`} />
            </li>
          ))}
        </ul>
      ) : (
        <Ways kind={of.kind} of={of} words={title} />
      )}
    </li>
  );
}

type WaysProps = {
  kind: NoticeKind;
  of: Pick<NoticeChoice, 'mail' | 'push'> & { personId?: string };
  /** Their accessible label. */ words: string;
};

/** The two channels of a kind, for the whole family or for one person. */
function Ways({ kind, of, words }: WaysProps) {
  const choose = useChoose();
  // Optimistic: the checkbox shows the requested state; a refusal reverts it.
  const { mail, push } = choose.isPending && choose.variables ? choose.variables : of;
  const change = (ways: Partial<Choosing>) =>
    choose.mutate({ kind, personId: of.personId ?? null, mail, push, ...ways }, { onError: notifyProblem });
  return (
    <div className={classes['ways']}>
      {kindsOfNotices[kind].isMailFixed ? (
        <span className={classes['fixed']}>immer per Mail</span>
      ) : (
        <Way label="Mail" of={words} isOn={mail} onToggle={() => change({ mail: !mail })} />
      )}
      <Way label="Mitteilung" of={words} isOn={push} onToggle={() => change({ push: !push })} />
    </div>
  );
}

function Way({ label, of, isOn, onToggle }: { label: string; of: string; isOn: boolean; onToggle: () => void }) {
  return (
    <label className={classes['way']}>
      <input type="checkbox" checked={isOn} onChange={onToggle} aria-label={`${of}: ${label}`} /> {label}
    </label>
  );
}
