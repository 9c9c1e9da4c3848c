import { listWithAnd } from '../../values/lists.ts'

/** What a finding means for a decision, worst first: a stop rules out the next step, a warning speaks against it. */
export const severities = ['stop', 'warning', 'note', 'good'] as const
export type Severity = (typeof severities)[number]

/**
 * THE table of what speaks for or against paying a request, worst first. The box beside the decision, its confirmation,
 * emails to approvers, and the marks in lists use these words in this order.
 */
export const findingRows = [
  { kind: 'payee-blocked', severity: 'stop', words: 'Blocked payee' },
  { kind: 'payee-unverified', severity: 'stop', words: 'Payee not verified' },
  { kind: 'document-removed', severity: 'stop', words: 'Required document removed' },
  { kind: 'payee-similar', severity: 'warning', words: 'Similar payee' },
  { kind: 'duplicate', severity: 'warning', words: 'Possible duplicate' },
  { kind: 'document-differs', severity: 'warning', words: 'Document says something else' },
  { kind: 'requirement-missing', severity: 'warning', words: 'Requirement missing' },
  { kind: 'no-document', severity: 'warning', words: 'No document' },
  { kind: 'payee-changed', severity: 'warning', words: 'Payee details differ' },
  { kind: 'over-limit', severity: 'warning', words: 'Over the check limit' },
  { kind: 'amount-unusual', severity: 'warning', words: 'Unusual amount' },
  { kind: 'first-payment', severity: 'warning', words: 'First payment' },
  { kind: 'no-address', severity: 'warning', words: 'No mailing address' },
  { kind: 'requirement-optional', severity: 'note', words: 'Missing (optional)' },
  { kind: 'payments-earlier', severity: 'note', words: 'Earlier payments' },
  { kind: 'payments', severity: 'good', words: 'Known payee' },
  { kind: 'payee-verified', severity: 'good', words: 'Verified payee' },
  { kind: 'requirements-met', severity: 'good', words: 'Requirements met' },
  { kind: 'document-agrees', severity: 'good', words: 'Matches the document' },
  { kind: 'documents', severity: 'good', words: 'Documents' },
] as const satisfies readonly { kind: string; severity: Severity; words: string }[]

export type FindingKind = (typeof findingRows)[number]['kind']

/** The marks of a request in a list. */
export const markKinds = ['payee-blocked', 'duplicate', 'no-document', 'over-limit', 'first-payment'] as const
/** The most requests whose marks are asked for at once. */
export const mostMarkedAtOnce = 100
export type MarkKind = (typeof markKinds)[number]

/** The row of a kind. */
export function findingRow(kind: FindingKind): (typeof findingRows)[number] {
  return findingRows.find((row) => row.kind === kind) ?? findingRows[0]
}

/** The findings that rule out the next step or speak against it. */
export function against<Found extends { readonly kind: FindingKind }>(findings: readonly Found[]): Found[] {
  return findings.filter(({ kind }) => ['stop', 'warning'].includes(findingRow(kind).severity))
}

/** The findings against a step in a few words: `possible duplicate, no document, and first payment`. */
export function againstInWords(findings: readonly { readonly kind: FindingKind }[]): string {
  return listWithAnd(against(findings).map(({ kind }) => findingRow(kind).words.toLowerCase()))
}
