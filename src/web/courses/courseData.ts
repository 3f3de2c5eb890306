import type { CoursePage } from '#shared/courseShapes.ts';
import { boot } from '#web/lib/boot.ts';

/** What search engines read of a course (schema.org). Nothing for members-only offers. */
export function courseData(course: CoursePage): string {
  if (course.visibility !== 'public' || course.isMembersOnly) return '{}';
  const next = course.sessions.find(({ state, endsAt }) => state !== 'cancelled' && new Date(endsAt) > new Date());
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name: course.title,
    description: course.subtitle,
    startDate: next?.startsAt ?? course.startsOn,
    ...(course.endsOn && { endDate: course.endsOn }),
    eventStatus: `https://schema.org/${course.phase.kind === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    location: { '@type': 'Place', name: course.place || boot.club.displayName },
    organizer: { '@type': 'SportsOrganization', name: boot.club.displayName, url: location.origin },
    offers: course.prices.map(({ cents }) => ({
      '@type': 'Offer',
      price: (cents / 100).toFixed(2),
      priceCurrency: 'EUR',
      url: location.href,
    })),
  });
}
