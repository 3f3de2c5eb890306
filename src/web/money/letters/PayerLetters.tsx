import { germanDate } from '#shared/kernel/calendar.ts';
import type { PayerLetters as Letters } from '#shared/money/letters/contract.ts';
import { GiroCode } from '#web/ui/codes/GiroCode.tsx';
import { Letter, LetterPages, Posted } from './LetterPages.tsx';
import classes from './letters.module.css';

type PayerLettersProps = {
  data: Letters;
  onBack: () => void;
  isBusy: boolean;
  /** Records that they are sent. */ onPost: (version: number) => void;
};

/** Notifies payers without an email address of their charges, one printed page each. */
export function PayerLetters({
  data: { title, sender, letters, postedOn, createdOn, version },
  onBack,
  isBusy,
  onPost,
}: PayerLettersProps) {
  return (
    <LetterPages letters={letters} onBack={onBack} actions={<Posted postedOn={postedOn} isBusy={isBusy} onPost={() => onPost(version)} />}>
      {letters.map(({ payerId, name, address, paragraphs, transfer }) => (
        <Letter key={payerId} title={title} sender={sender.name} name={name} address={address} day={germanDate(createdOn)}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className={classes['words']}>
              {paragraph}
            </p>
          ))}
          <p>{sender.name}</p>
          {transfer && sender.iban && <GiroCode name={sender.name} iban={sender.iban} {...transfer} />}
        </Letter>
      ))}
    </LetterPages>
  );
}
