import { useApprovers } from '#organisation/api.ts'

const orFormat = new Intl.ListFormat('en-US', { type: 'disjunction' })
const named = 3

/** Says, before anybody types, who can approve what is raised here, and that nobody can if that is so (R201, A19). */
export function RequestFormApprovers() {
  const { data: approvers } = useApprovers()
  return approvers ? approvalSentence(approvers.map(({ name }) => name)) : <>&nbsp;</>
}

export function approvalSentence(names: readonly string[]): string {
  if (names.length === 0) return 'Nobody can approve your requests yet. Ask your admin to add an approver.'
  const others = names.length - named
  const shown = others > 0 ? [...names.slice(0, named), `${others} more`] : names
  return `Goes to ${orFormat.format(shown)} for approval.`
}
