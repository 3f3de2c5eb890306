import { useId, type ReactNode } from 'react';
import { Icon } from '../plain/Icon.tsx';
import classes from './StepGuide.module.css';

export type GuideStep = {
  name: string;
  title: string;
  state: 'open' | 'done' | 'later';
  /** Why it is needed; hidden once done. */ text?: ReactNode;
  /** Links and buttons of the step. */ ways?: ReactNode;
};

type StepGuideProps = {
  title: string;
  steps: readonly GuideStep[];
  /** Next to the title, e.g. a button that hides the guide. */ action?: ReactNode;
};

const icons = { open: 'circle', done: 'circle-check', later: 'clock-pause' } as const;
const words = { open: 'offen', done: 'erledigt', later: 'später' } as const;

/** A checklist of first steps in order: done steps take one line, the next one is highlighted. */
export function StepGuide({ title, steps, action }: StepGuideProps) {
  const id = useId();
  const done = steps.filter(({ state }) => state === 'done').length;
  const next = steps.find(({ state }) => state === 'open');
  return (
    <section aria-labelledby={id} className={classes['guide']}>
      <div className={classes['head']}>
        <h2 id={id} className={classes['title']}>
          {title}
        </h2>
        <span className={classes['quiet']}>
          {done} von {steps.length} erledigt
        </span>
        {action}
      </div>
      <progress className={classes['bar']} value={done} max={steps.length} aria-labelledby={id} />
      <ol className={classes['steps']}>
        {steps.map((step) => (
          <li key={step.name} className={classes['step']} data-state={step.state} aria-current={step === next ? 'step' : undefined}>
            <Icon name={icons[step.state]} size={22} />
            <div>
              <strong>{step.title}</strong> <span className={classes['state']}>{words[step.state]}</span>
              {step.text && <div className={classes['quiet']}>{step.text}</div>}
            </div>
            <div className={classes['ways']}>{step.ways}</div>
          </li>
        ))}
      </ol>
    </section>
  );
}
