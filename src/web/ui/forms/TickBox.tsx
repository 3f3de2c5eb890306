import classes from './TickBox.module.css';

type TickBoxProps = { id?: string; label: string; isTicked: boolean; isPartial?: boolean; isDisabled?: boolean; onToggle: () => void };

/** A checkbox for lists. A native one, since long lists render dozens of them on every scroll. */
export function TickBox({ id, label, isTicked, isPartial = false, isDisabled = false, onToggle }: TickBoxProps) {
  return (
    <input
      type="checkbox"
      id={id}
      className={classes['box']}
      aria-label={label}
      checked={isTicked}
      disabled={isDisabled}
      onChange={onToggle}
      ref={(box) => {
        if (box) box.indeterminate = isPartial;
      }}
    />
  );
}
