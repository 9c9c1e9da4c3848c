/** What responses depend on, and so what makes them stale. */
export const topics = ['check-requests', 'organisation', 'users', 'inbox'] as const

export type Topic = (typeof topics)[number]
