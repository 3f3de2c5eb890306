import { Button, Text } from '@mantine/core';
import type { Refusal } from '#shared/halls/seasons/plans.ts';
import classes from './seasons.module.css';

/** A free time that an organisation asked for, until the manager answers. */
export type TakenTime = { words: string; onTakeBack: () => void };

type RefusalListProps = {
  refusals: readonly Refusal[];
  /** For the manager: grants the wish a time. */ onChoose?: ((wishId: string) => void) | undefined;
  /** For the organisation: requests one of the free times. */ onTake?: ((refusal: Refusal, alternative: number) => void) | undefined;
  /** The free time already requested, by wish. */ taken?: ReadonlyMap<string, TakenTime>;
  /** False once the plan is booked: what is free is seen in the hall plan then. */ namesFree?: boolean;
};

/** Wishes that lack times, with the rule that excluded each option, and what is still free. */
export function RefusalList({ refusals, onChoose, onTake, taken, namesFree = true }: RefusalListProps) {
  return (
    <ul className={classes['cards']}>
      {refusals.map((refusal) => {
        const { wishId, organisation, groupName, orderNo, missing, options } = refusal;
        return (
          <li key={wishId} className={classes['card']}>
            <span className={classes['name']}>{`${groupName} (${organisation}, Wunsch ${orderNo})`}</span>
            {missing > 1 && <Text size="sm">{`${missing} Zeiten fehlen.`}</Text>}
            <ol className={classes['reasons']}>
              {options.map(({ option, words, sentences }) => (
                <li key={option}>{`${words}: ${sentences.join(' ')}`}</li>
              ))}
            </ol>
            {namesFree && <FreeTimes refusal={refusal} onTake={onTake} taken={taken?.get(wishId)} />}
            {onChoose && (
              <Button
                size="xs"
                variant="default"
                style={{ justifySelf: 'start' }}
                aria-label={`Zeit wählen für ${groupName}`}
                onClick={() => onChoose(wishId)}
              >
                Zeit wählen …
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type FreeTimesProps = Pick<RefusalListProps, 'onTake'> & { refusal: Refusal; taken: TakenTime | undefined };

/** What is still free for a wish; an organisation takes one of them, and can take that back. */
function FreeTimes({ refusal, onTake, taken }: FreeTimesProps) {
  const { groupName, alternatives } = refusal;
  if (taken)
    return (
      <>
        <Text size="sm">{`Gewählt: ${taken.words}. Die Hallenverwaltung entscheidet darüber.`}</Text>
        <Button
          size="xs"
          variant="default"
          style={{ justifySelf: 'start' }}
          aria-label={`Zurückziehen für ${groupName}`}
          onClick={taken.onTakeBack}
        >
          Zurückziehen
        </Button>
      </>
    );
  if (alternatives.length === 0) return <Text size="sm">Eine andere passende Zeit ist nicht frei.</Text>;
  if (!onTake) return <Text size="sm">{`Noch frei: ${alternatives.map(({ words }) => words).join('; ')}.`}</Text>;
  return (
    <>
      <Text size="sm">Noch frei:</Text>
      {alternatives.map(({ words, at }) => (
        <Button
          key={words}
          size="xs"
          variant="default"
          h="auto"
          py="0.4rem"
          maw="100%"
          style={{ justifySelf: 'start' }}
          styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
          aria-label={`${words} übernehmen für ${groupName}`}
          onClick={() => onTake(refusal, at)}
        >
          {`${words} übernehmen`}
        </Button>
      ))}
    </>
  );
}
