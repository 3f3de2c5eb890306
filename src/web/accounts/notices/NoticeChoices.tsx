import { useQuery } from '@tanstack/react-query';
import { kindsOfNotices, type NoticeChoice } from '#shared/accounts/noticeTopics.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './NoticeChoices.module.css';
import { choicesQuery, useChoose } from './queries.ts';

/** On which way each kind of notice comes; what law and contract want in writing says so. */
export function NoticeChoices() {
  const query = useQuery(choicesQuery);
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return (
    <PagePart
      title="Wie Nachrichten zu Ihnen kommen"
      lead="Jede Nachricht steht hier und in Ihrer Übersicht. Dazu kommt sie auf den Wegen, die Sie wählen. Mitteilungen zeigen die Geräte, auf denen Sie sie einschalten."
    >
      <ul className={classes['kinds']}>
        {data.map((choice) => (
          <Kind key={choice.kind} of={choice} />
        ))}
      </ul>
      <p className={classes['always']}>
        Rechnungen, Lastschriften, Mahnungen, Verträge und alles zur Sicherheit Ihres Kontos kommen immer per Mail. Rundmails, in die Sie
        eingewilligt haben, bestellen Sie über den Link in der Mail oder unter <a href="/profile/consents">Einwilligungen</a> ab.
      </p>
    </PagePart>
  );
}

function Kind({ of }: { of: NoticeChoice }) {
  const { title, line, isMailFixed } = kindsOfNotices[of.kind];
  const choose = useChoose();
  // While the server is asked, the box shows what was asked for; what it refuses falls back.
  const shown = choose.isPending && choose.variables ? choose.variables : of;
  const change = (ways: Partial<NoticeChoice>) => choose.mutate({ ...shown, ...ways }, { onError: notifyProblem });
  return (
    <li className={classes['kind']}>
      <div>
        <strong>{title}</strong>
        <p className={classes['line']}>{line}</p>
      </div>
      <div className={classes['ways']}>
        {isMailFixed ? (
          <span className={classes['fixed']}>immer per Mail</span>
        ) : (
          <Way label="Mail" of={title} isOn={shown.mail} onToggle={() => change({ mail: !shown.mail })} />
        )}
        <Way label="Mitteilung" of={title} isOn={shown.push} onToggle={() => change({ push: !shown.push })} />
      </div>
    </li>
  );
}

function Way({ label, of, isOn, onToggle }: { label: string; of: string; isOn: boolean; onToggle: () => void }) {
  return (
    <label className={classes['way']}>
      <input type="checkbox" checked={isOn} onChange={onToggle} aria-label={`${of}: ${label}`} /> {label}
    </label>
  );
}
