import { memo } from 'react';

/** memo() loses the type parameters of a generic component; this keeps them. */
export const memoized = memo as <Component>(component: Component) => Component;
