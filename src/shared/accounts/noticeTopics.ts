/** What an account is told of. */
export const noticeTopics = ['session_off', 'session_moved', 'session_on', 'seat_offered', 'enrolment'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** So long a notice is kept. */
export const noticeDays = 180;
