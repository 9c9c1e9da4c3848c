/**
 * After how many business days approvers are reminded of pending requests: the default, and the range for a dealer
 * group. 0: never.
 */
export const defaultReminderDays = 2
export const longestReminderDays = 30

/** The setting as text: `Never`, `1 business day`, `3 business days`. */
export function reminderInWords(days: number): string {
  if (days === 0) return 'Never'
  return days === 1 ? '1 business day' : `${days} business days`
}
