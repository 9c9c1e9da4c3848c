/** What can happen to a request, as its history names it (A5). */
export const historyActions = ['created', 'status', 'resubmitted', 'priority', 'delivery'] as const
export type HistoryAction = (typeof historyActions)[number]
