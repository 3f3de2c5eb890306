import { memo } from 'react';

/** memo() forgets the type parameters of a component; this is the same one, redrawn only for other props. */
export const memoized = memo as <Component>(component: Component) => Component;
