import type { FormEvent } from 'react';
import { wishesAtMost } from '#shared/courses/holiday/rules.ts';
import type { HolidayPage, WishingChild } from '#shared/courses/holiday/shapes.ts';
import { starsAtMost } from '#shared/courses/holiday/units.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { ConsentFields } from '../enrolments/Agreements.tsx';
import { Refusal } from '../enrolments/Refusal.tsx';
import { FriendsField } from './FriendsField.tsx';
import classes from './holiday.module.css';
import { useWishMutations } from './queries.ts';
import { useKeptWishes, type TypedWishes } from './useKeptWishes.ts';
import { priceInWords, seatsInWords, starsInWords } from './words.ts';

type WishFormProps = { round: HolidayPage; child: WishingChild };

/** The wishes of a child: stars for each offer, how many it would like, and with whom. */
export function WishForm({ round, child }: WishFormProps) {
  const { save, withdraw } = useWishMutations();
  const { value, isChanged, change, discard } = useKeptWishes(round.id, child);
  const wishes = wishesOf(round, value);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { wants, friends, code, consents } = value;
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
      <Consents round={round} value={value} onChange={change} error={save.error} />
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
        {isChanged && <PlainButton onClick={discard}>Verwerfen</PlainButton>}
        {child.entry && (
          <PlainButton
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate({ id: round.id, personId: child.personId }, { onSuccess: discard })}
          >
            Wünsche zurückziehen
          </PlainButton>
        )}
      </div>
    </PlainForm>
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
        {[offer.place, priceInWords(offer.fromCents), seatsInWords(offer)].filter(Boolean).join(' · ')}
      </span>
      {why && stars === 0 ? (
        <span className={classes['quiet']}>{why}</span>
      ) : (
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

type PartProps = { round: HolidayPage; value: TypedWishes; onChange: (next: Partial<TypedWishes>) => void; error: unknown };

/** What the wished offers require, in the words of their clubs. */
function Consents({ round, value, onChange, error }: PartProps) {
  const wished = round.offers.filter(({ courseId }) => (value.stars[courseId] ?? 0) > 0);
  const asking = [...Map.groupBy(wished, ({ club }) => club)].map(([club, offers]) => ({
    club,
    required: [...new Set(offers.flatMap(({ requiredConsents }) => requiredConsents))],
  }));
  return asking
    .filter(({ required }) => required.length > 0)
    .map(({ club, required }) => (
      <ConsentFields
        key={club}
        club={club}
        // Pictures are asked for where a child has its seat.
        required={required}
        hasFree={false}
        value={{ allowsPhotos: false, consents: value.consents }}
        onChange={({ consents }) => onChange({ consents })}
        error={error}
      />
    ));
}
