import type { CoursePage } from '#shared/courses/courseShapes.ts';
import type { CourseRule } from '#shared/courses/eligibility.ts';

/** What people sign up for: a course or an event, as far as the way in needs it. */
export type Offer = CourseRule &
  Pick<
    CoursePage,
    'id' | 'club' | 'phase' | 'registration' | 'hasRegistration' | 'externalUrl' | 'requiredConsents' | 'cancelRule' | 'prices'
  > & {
    of: 'course' | 'event';
    /** Goes on until notice is given. */
    isPermanent?: boolean;
  };
