import { useState, type FormEvent } from 'react';
import { wishesAtMost } from '#shared/courses/holiday/rules.ts';
import type { HolidayPage, WishingChild } from '#shared/courses/holiday/shapes.ts';
import { starsAtMost } from '#shared/courses/holiday/units.ts';
import { boot } from '#web/lib/boot.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { ConsentFields } from '../enrolments/Agreements.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { FriendsField } from './FriendsField.tsx';
import classes from './holiday.module.css';
import { useWishMutations } from './queries.ts';
import { useKeptWishes, type TypedWishes } from './useKeptWishes.ts';
import { lowestPriceInWords } from '#shared/courses/courseText.ts';
import { seatsInWords, starsInWords } from './words.ts';

type WishFormProps = { round: HolidayPage; child: WishingChild };

/** The wishes of a child: stars for each offer, the desired number of offers, and friends. */
export function WishForm({ round, child }: WishFormProps) {
  const { save, withdraw } = useWishMutations();
  const { value, isChanged, change: keep, discard } = useKeptWishes(round, child);
  const wishes = wishesOf(round, value);
  const asking = askingFor(round, value);
  const change = (next: Partial<TypedWishes>) => {
    // An edit makes the last error obsolete.
    save.reset();
    keep(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { wants, friends, code } = value;
    const consents = [...new Set(asking.flatMap(({ club }) => value.consents[club] ?? []))];
    save.mutate(
      { id: round.id, personId: child.personId, wishes, wants, friends, code, consents, version: child.entry?.version ?? null },
      {
        onSuccess: () => {
          discard();
          notify(`Die Wünsche für ${child.name} sind gespeichert.`);
        },
      },
    );
  };
  return (
    <PlainForm className={classes['form']} onSubmit={submit} refusal={save.error}>
      {child.entry && !isChanged && <p>Gespeichert. Ändern können Sie die Wünsche bis zum letzten Tag.</p>}
      {isChanged && <output>Noch nicht gespeichert.</output>}
      <ul className={classes['offers']}>
        {round.offers.map((offer) => (
          <WishRow
            key={offer.courseId}
            offer={offer}
            child={child}
            stars={value.stars[offer.courseId] ?? 0}
            refused={refusedAt(save.error, wishes, offer.courseId)}
            onChange={(stars) => change({ stars: { ...value.stars, [offer.courseId]: stars } })}
          />
        ))}
      </ul>
      <PlainSelect
        label="Am liebsten so viele Angebote"
        note={`Mehr Plätze bekommt ${child.name} nicht${value.friends === 'none' ? '.' : '. Unter Freunden zählt die kleinste Zahl.'}`}
        value={value.wants}
        onChange={(event) => change({ wants: Number(event.currentTarget.value) })}
      >
        {Array.from({ length: Math.min(wishesAtMost, Math.max(1, wishes.length, value.wants)) }, (_, at) => (
          <option key={at} value={at + 1}>
            {at + 1}
          </option>
        ))}
      </PlainSelect>
      <FriendsField child={child} value={value} onChange={change} error={fieldText(save.error, 'code')} />
      <Consents asking={asking} value={value} onChange={change} error={save.error} />
      <p className={classes['quiet']}>
        Die Wünsche sind unverbindlich. Der Veranstalter sieht Name und Alter; die Vereine der Angebote erst, wenn Ihr Kind dort einen Platz
        bekommt oder auf der Warteliste steht. Mit dem Speichern erlauben Sie als Elternteil die Teilnahme an den gewünschten Angeboten.
      </p>
      <Refusal error={save.error ?? withdraw.error} isAtFields />
      {fieldText(save.error, 'wishes') && <p role="alert">{fieldText(save.error, 'wishes')}</p>}
      <div className={classes['buttons']}>
        <PlainButton type="submit" look="main" disabled={save.isPending}>
          Wünsche speichern
        </PlainButton>
        {isChanged && <PlainButton onClick={() => (save.reset(), discard())}>Verwerfen</PlainButton>}
      </div>
      {child.entry && (
        <Withdraw
          name={child.name}
          isBusy={withdraw.isPending}
          onSure={() => withdraw.mutate({ id: round.id, personId: child.personId }, { onSuccess: discard })}
        />
      )}
    </PlainForm>
  );
}

type WithdrawProps = { name: string; isBusy: boolean; onSure: () => void };

function Withdraw({ name, isBusy, onSure }: WithdrawProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <div className={classes['buttons']}>
        <PlainButton onClick={() => setAsking(true)}>Wünsche zurückziehen …</PlainButton>
      </div>
    );
  return (
    <div className={classes['buttons']}>
      <p>{`Alle Wünsche für ${name} werden gelöscht.`}</p>
      <PlainButton disabled={isBusy} onClick={onSure}>
        Wünsche zurückziehen
      </PlainButton>
      <PlainButton onClick={() => setAsking(false)}>Doch nicht</PlainButton>
    </div>
  );
}

function wishesOf({ offers }: HolidayPage, { stars }: TypedWishes) {
  return offers.flatMap(({ courseId }) => {
    const many = stars[courseId] ?? 0;
    return many > 0 ? [{ courseId, stars: many }] : [];
  });
}

function refusedAt(error: unknown, wishes: readonly { courseId: string }[], courseId: string): string | undefined {
  const at = wishes.findIndex((one) => one.courseId === courseId);
  return at === -1 ? undefined : fieldText(error, `wishes.${at}.courseId`);
}

type WishRowProps = {
  offer: HolidayPage['offers'][number];
  child: WishingChild;
  stars: number;
  refused: string | undefined;
  onChange: (stars: number) => void;
};

function WishRow({ offer, child, stars, refused, onChange }: WishRowProps) {
  const why = child.unfit.find(({ courseId }) => courseId === offer.courseId)?.reason;
  return (
    <li className={classes['offer']}>
      <a href={`/id/${offer.slug}`}>
        <strong>{offer.title}</strong>
      </a>
      <span>{offer.when}</span>
      <span className={classes['quiet']}>
        {[boot.clubs[offer.club].displayName, offer.place, lowestPriceInWords(offer.priceFrom), seatsInWords(offer)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {why && <span className={classes['quiet']}>{stars > 0 ? `${why} Dieser Wunsch zählt nicht mehr.` : why}</span>}
      {(!why || stars > 0) && (
        <fieldset className={classes['stars']} aria-label={`Sterne für ${offer.title}`}>
          {Array.from({ length: starsAtMost + 1 }, (_, many) => (
            <label key={many} className={classes['star']}>
              <input
                type="radio"
                name={`${child.personId} ${offer.courseId}`}
                aria-label={many === 0 ? 'kein Wunsch' : many === 1 ? '1 Stern' : `${many} Sterne`}
                checked={stars === many}
                onChange={() => onChange(many)}
              />
              <span aria-hidden="true">{many === 0 ? 'kein' : starsInWords(many)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {refused && <span role="alert">{refused}</span>}
    </li>
  );
}

/** The clubs whose wished offers require consents, each with the titles of these offers. */
function askingFor({ offers }: HolidayPage, { stars }: TypedWishes) {
  const wished = offers.filter(({ courseId, requiredConsents }) => (stars[courseId] ?? 0) > 0 && requiredConsents.length > 0);
  return [...Map.groupBy(wished, ({ club }) => club)].map(([club, own]) => ({
    club,
    titles: own.map(({ title }) => title).join(', '),
    required: [...new Set(own.flatMap(({ requiredConsents }) => requiredConsents))],
  }));
}

type ConsentsProps = {
  asking: ReturnType<typeof askingFor>;
  value: TypedWishes;
  onChange: (next: Partial<TypedWishes>) => void;
  error: unknown;
};

/** The consents that the wished offers require, in the wording of their clubs. */
function Consents({ asking, value, onChange, error }: ConsentsProps) {
  return asking.map(({ club, titles, required }) => (
    <div key={club}>
      <p>{`${boot.clubs[club].displayName}, ${titles}:`}</p>
      <ConsentFields
        club={club}
        // The consent to pictures is asked for when the child gets a seat.
        required={required}
        hasFree={false}
        value={{ allowsPhotos: false, consents: value.consents[club] ?? [] }}
        onChange={({ consents }) => onChange({ consents: { ...value.consents, [club]: consents } })}
        error={error}
      />
    </div>
  ));
}
