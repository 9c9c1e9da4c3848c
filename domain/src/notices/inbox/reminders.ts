/**
 * After how many business days approvers are reminded of what waits for them: the default, and the most that a dealer
 * group may choose. 0: never.
 */
export const defaultReminderDays = 2
export const longestReminderDays = 30

/** Such a limit as people read it: `Never`, `1 business day`, `3 business days`. */
export function reminderInWords(days: number): string {
  if (days === 0) return 'Never'
  return days === 1 ? '1 business day' : `${days} business days`
}
