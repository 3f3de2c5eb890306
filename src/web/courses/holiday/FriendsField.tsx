import { friendsAtMost } from '#shared/courses/holiday/rules.ts';
import type { WishingChild } from '#shared/courses/holiday/shapes.ts';
import { CopyButton } from '#web/ui/plain/CopyButton.tsx';
import { PlainField } from '#web/ui/plain/PlainField.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import classes from './holiday.module.css';
import type { TypedWishes } from './useKeptWishes.ts';

type FriendsFieldProps = {
  child: WishingChild;
  value: TypedWishes;
  onChange: (next: Partial<TypedWishes>) => void;
  error: string | undefined;
};

/** Friends who only take part together: one family creates a code and the others enter it. */
export function FriendsField({ child: { entry }, value, onChange, error }: FriendsFieldProps) {
  return (
    <>
      <PlainSelect
        label="Mit Freunden"
        value={value.friends}
        onChange={(event) => onChange({ friends: wayOf(event.currentTarget.value), code: '' })}
      >
        {entry?.code && <option value="keep">{`mit Code ${entry.code} (${entry.friends} von höchstens ${friendsAtMost})`}</option>}
        <option value="none">allein</option>
        <option value="new">zusammen: neuen Code machen</option>
        <option value="join">zusammen: Code von Freunden eingeben</option>
      </PlainSelect>
      {value.friends === 'join' && (
        <PlainField
          label="Code der Freunde"
          required
          maxLength={12}
          autoCapitalize="characters"
          value={value.code}
          onChange={(event) => onChange({ code: event.currentTarget.value })}
          error={error}
        />
      )}
      {value.friends === 'keep' && entry?.code && (
        <p>
          Geben Sie den Code weiter: <span className={classes['code']}>{entry.code}</span>{' '}
          <CopyButton text={entry.code}>Code kopieren</CopyButton>
        </p>
      )}
      {value.friends !== 'none' && (
        <p className={classes['quiet']}>
          Zwei bis vier Kinder bekommen dann alle einen Platz oder keines von ihnen. Es zählen nur Angebote, die sich alle wünschen. Fällt
          nach der Verlosung eines aus oder nimmt es seinen Platz nicht an, behalten die anderen ihren.
        </p>
      )}
    </>
  );
}

function wayOf(text: string): TypedWishes['friends'] {
  return (['keep', 'none', 'new', 'join'] as const).find((one) => one === text) ?? 'none';
}
