import type { Requirement, RequirementsReply } from '@check-requests/domain/check-requests/required/rules.ts'
import type { ReferenceField } from '@check-requests/domain/check-requests/text-fields.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'

/** The request values that a purpose can require. */
export type Content = Readonly<Record<ReferenceField, string | null>> & {
  readonly amount_cents: Cents
  readonly payee_name_1: string
  /** JSON: accounting lines; null if there are none. */
  readonly accounting: string | null
}

/** Parses a dealer group's required items, by purpose. */
export function purposesIn(stored: string): RequirementsReply['purposes'] {
  return JSON.parse(stored)
}

/** Parses the required items for one purpose. */
export function requirementsIn(stored: string, purposeId: number): readonly Requirement[] {
  return purposesIn(stored).find(({ purpose_id }) => purpose_id === purposeId)?.demands ?? []
}
