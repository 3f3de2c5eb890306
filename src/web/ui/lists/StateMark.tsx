import classes from './StateMark.module.css';

type StateMarkProps = {
  tone: 'good' | 'quiet' | 'bad' | 'waiting';
  /** Goes on in the next line where it holds more than a word or two. */ wraps?: boolean;
  children: string;
};

/** A state in a word, with a dot in its colour; the word alone says it all. */
export function StateMark({ tone, wraps = false, children }: StateMarkProps) {
  return (
    <span className={classes['mark']} data-tone={tone} data-wraps={wraps || undefined}>
      {children}
    </span>
  );
}
