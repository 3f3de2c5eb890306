import { Button, Text } from '@mantine/core';
import type { Refusal } from '#shared/halls/seasons/plans.ts';
import classes from './seasons.module.css';

type RefusalListProps = {
  refusals: readonly Refusal[];
  /** For the manager: grants the wish a time. */ onChoose: ((wishId: string) => void) | undefined;
  /** For the organisation: requests one of the free times. */ onTake?: ((refusal: Refusal, alternative: number) => void) | undefined;
};

/** Wishes that lack times, with the rule that excluded each option, and what is still free. */
export function RefusalList({ refusals, onChoose, onTake }: RefusalListProps) {
  return (
    <ul className={classes['cards']}>
      {refusals.map((refusal) => {
        const { wishId, organisation, groupName, orderNo, missing, options, alternatives } = refusal;
        return (
          <li key={wishId} className={classes['card']}>
            <span className={classes['name']}>{`${groupName} (${organisation}, Wunsch ${orderNo})`}</span>
            {missing > 1 && <Text size="sm">{`${missing} Zeiten fehlen.`}</Text>}
            <ol className={classes['reasons']}>
              {options.map(({ option, words, sentences }) => (
                <li key={option}>{`${words}: ${sentences.join(' ')}`}</li>
              ))}
            </ol>
            <Text size="sm">
              {alternatives.length === 0
                ? 'Eine andere passende Zeit ist nicht frei.'
                : onTake
                  ? 'Noch frei:'
                  : `Noch frei: ${alternatives.map(({ words }) => words).join('; ')}.`}
            </Text>
            {onTake &&
              alternatives.map(({ words }, at) => (
                <Button
                  key={words}
                  size="xs"
                  variant="default"
                  h="auto"
                  py="0.4rem"
                  maw="100%"
                  style={{ justifySelf: 'start' }}
                  styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
                  aria-label={`${words} nehmen für ${groupName}`}
                  onClick={() => onTake(refusal, at)}
                >
                  {`${words} nehmen`}
                </Button>
              ))}
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
