import type { Hurry } from '@check-requests/domain/approvals/hurry.ts'

/** Hours as typed: empty for never. */
export type EditedHurry = { readonly [Field in HoursField]: string } & Pick<Hurry, 'escalate_to'>

export const hoursFields = [
  'remind_after',
  'escalate_after',
  'critical_remind_after',
  'critical_escalate_after',
] as const
export type HoursField = (typeof hoursFields)[number]

export function editedHurry(hurry: Hurry | undefined): EditedHurry {
  const typed = hoursFields.map((field) => [field, hurry?.[field]?.toString() ?? ''])
  return { ...(Object.fromEntries(typed) as Record<HoursField, string>), escalate_to: hurry?.escalate_to ?? null }
}

/** As the API takes it; nothing where nothing is said. What is no number is sent as it is, and refused. */
export function hurryBodyOf({ escalate_to, ...typed }: EditedHurry): { hurry?: Hurry } {
  const hours = hoursFields.map((field) => [field, typed[field].trim() === '' ? null : Number(typed[field])])
  const hurry: Hurry = { ...(Object.fromEntries(hours) as Record<HoursField, number | null>), escalate_to }
  return Object.values(hurry).every((value) => value === null) ? {} : { hurry }
}
