/** What responses depend on, and so what makes them stale. */
export const topics = ['check-requests', 'organisation', 'users'] as const

export type Topic = (typeof topics)[number]
