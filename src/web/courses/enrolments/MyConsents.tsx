import { useQuery } from '@tanstack/react-query';
import { consentNames } from '#shared/people/consents.ts';
import type { OfferedConsent, OwnConsent } from '#shared/people/people.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { RowPart } from '#web/ui/rows/RowPart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from './own.module.css';
import { myConsentsQuery, offeredConsentsQuery, useSignUpMutations } from '../offers/queries.ts';

/** The consents of the viewer and their children, which can be withdrawn, and those that are requested again. */
export function MyConsents() {
  const query = useQuery(myConsentsQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const asked = data.filter((one) => one.asked !== null);
  return (
    <>
      {asked.length > 0 && (
        <PagePart
          title="Bitte neu entscheiden"
          lead="Der Verein hat diese Texte geändert, oder Ihre Eltern haben zugestimmt, bevor Sie 18 wurden. Bis Sie antworten, gilt, was vorher erlaubt war."
        >
          <ul className={classes['list']} aria-label="Neue Fassungen">
            {asked.map((one) => (
              <Question key={one.id} one={one} />
            ))}
          </ul>
        </PagePart>
      )}
      <RowPart
        id="erteilt"
        title="Was Sie erlaubt haben"
        state={data.length === 0 ? 'Bisher nichts' : data.length === 1 ? '1 Einwilligung' : `${data.length} Einwilligungen`}
        lead="Freiwillige Einwilligungen lassen sich jederzeit für die Zukunft widerrufen."
      >
        <ul className={classes['list']}>
          {data.map((one) => (
            <Given key={one.id} one={one} />
          ))}
        </ul>
      </RowPart>
      <Offered />
    </>
  );
}

/** Optional consents that are offered. */
function Offered() {
  const query = useQuery(offeredConsentsQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.length === 0) return null;
  return (
    <RowPart
      id="moeglich"
      title="Was Sie noch erlauben können"
      state={[...new Set(data.map(wordsOf))].join(', ')}
      lead="Freiwillig. Sie können es jederzeit widerrufen."
    >
      <ul className={classes['list']}>
        {data.map((one) => (
          <Offer key={`${one.personId} ${one.purpose}`} one={one} />
        ))}
      </ul>
    </RowPart>
  );
}

function Offer({ one: { personId, name, purpose, version, text } }: { one: OfferedConsent }) {
  const { agree } = useSignUpMutations();
  const words = wordsOf({ purpose });
  const say = () =>
    agree.mutate({ personId, purpose, version }, { onError: notifyProblem, onSuccess: () => notify('Ihre Zustimmung ist gespeichert.') });
  return (
    <li>
      <strong>
        {words}: {name}
      </strong>
      <p className={classes['words']}>{text}</p>
      <div className={classes['ways']}>
        <PlainButton disabled={agree.isPending} onClick={say} aria-label={`Zustimmen: ${words}, ${name}`}>
          Zustimmen
        </PlainButton>
      </div>
    </li>
  );
}

/** The new version of a text beside the one that was agreed to. */
function Question({ one }: { one: OwnConsent }) {
  const { renew } = useSignUpMutations();
  const withdrawing = useWithdrawal(one);
  const { asked } = one;
  if (!asked) return null;
  const agree = () =>
    renew.mutate(
      { id: one.id, version: asked.version },
      { onError: notifyProblem, onSuccess: () => notify('Ihre Zustimmung ist gespeichert.') },
    );
  return (
    <li>
      <strong>
        {wordsOf(one)}: {one.name}
      </strong>
      <p className={classes['words']}>{asked.text}</p>
      {one.text && <p className={classes['quiet']}>Bisher: {one.text}</p>}
      <div className={classes['ways']}>
        <PlainButton look="main" disabled={renew.isPending} onClick={agree} aria-label={`Zustimmen: ${wordsOf(one)}, ${one.name}`}>
          Zustimmen
        </PlainButton>
        {one.mayWithdraw && (
          <PlainButton disabled={withdrawing.isPending} onClick={withdrawing.ask} aria-label={`Widerrufen: ${wordsOf(one)}, ${one.name}`}>
            Nicht zustimmen und widerrufen
          </PlainButton>
        )}
      </div>
    </li>
  );
}

function Given({ one }: { one: OwnConsent }) {
  const withdrawing = useWithdrawal(one);
  return (
    <li>
      {wordsOf(one)}: {one.name}{' '}
      <span className={classes['quiet']}>
        {formatDateTime(one.grantedAt)}
        {one.grantedByName && `, ${one.grantedByName}`}, Fassung {one.textVersion}
      </span>
      {one.text && <span className={classes['text']}>{one.text}</span>}
      {one.mayWithdraw && (
        <button type="button" className={classes['way']} disabled={withdrawing.isPending} onClick={withdrawing.ask}>
          Widerrufen
        </button>
      )}
    </li>
  );
}

function useWithdrawal(one: OwnConsent) {
  const { withdraw } = useSignUpMutations();
  const ask = () =>
    confirm({
      title: 'Einwilligung widerrufen?',
      text: `${wordsOf(one)} für ${one.name} gilt ab sofort nicht mehr.${one.purpose === 'health_note' ? ' Der Hinweis wird gelöscht.' : ''}`,
      action: 'Widerrufen',
      onConfirm: () => withdraw.mutate(one.id, { onError: notifyProblem, onSuccess: () => notify('Die Einwilligung ist widerrufen.') }),
    });
  return { ask, isPending: withdraw.isPending };
}

function wordsOf({ purpose }: Pick<OwnConsent, 'purpose'>): string {
  return consentNames[purpose] ?? purpose;
}
