import classes from './offers.module.css';

/** The layouts of the list; the URL holds the layout beside the filter. */
const viewNames = { list: 'Liste', week: 'Woche', places: 'Orte' } as const;
export type OfferView = keyof typeof viewNames;

/** Parses the layout in the URL. */
export function readView(text: string | undefined): OfferView {
  return text === 'week' || text === 'places' ? text : 'list';
}

export function ViewChoice({ view, onChange }: { view: OfferView; onChange: (view: OfferView) => void }) {
  return (
    <fieldset className={classes['views']}>
      <legend className="unseen">Ansicht</legend>
      {(['list', 'week', 'places'] as const).map((one) => (
        <button key={one} type="button" className={classes['chip']} aria-pressed={view === one} onClick={() => onChange(one)}>
          {viewNames[one]}
        </button>
      ))}
    </fieldset>
  );
}
