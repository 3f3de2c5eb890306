import classes from './StateMark.module.css';

type StateMarkProps = { tone: 'good' | 'quiet' | 'bad' | 'waiting'; children: string };

/** A state in a word, with a dot in its colour; the word alone says it all. */
export function StateMark({ tone, children }: StateMarkProps) {
  return (
    <span className={classes['mark']} data-tone={tone}>
      {children}
    </span>
  );
}
