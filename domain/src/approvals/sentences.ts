import { requestBars } from '../check-requests/duties.ts'

const listFormat = new Intl.ListFormat('en-US', { type: 'disjunction' })
const mostNamed = 3

/** What people are told who cannot approve now: what a request waits for instead. */
export const sentences = {
  complete: 'Every step of this request is approved.',
  ended: 'This request waits for no approval now.',
  hadHand: requestBars.decide[0].sentence,
  approvedAlready: (step: string, byThemselves: boolean) =>
    byThemselves
      ? `You approved the step “${step}” of this request, and nobody approves one request twice.`
      : `Your delegate approved the step “${step}” of this request for you, and nobody approves one request twice.`,
  nobody: (step: string) =>
    `Nobody can approve the step “${step}” now. An admin has to give someone a title that the step names, or make someone whom it names an approver.`,
  waitsFor: (step: string, people: readonly { readonly name: string; readonly forName: string | null }[]) =>
    `This request waits for the step “${step}”: ${namesOf(people)}.`,
} as const

function namesOf(people: readonly { readonly name: string; readonly forName: string | null }[]): string {
  const names = people.map(({ name, forName }) => (forName === null ? name : `${name} (for ${forName})`))
  if (names.length <= mostNamed) return listFormat.format(names)
  const others = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')} or ${others} ${others === 1 ? 'other' : 'others'}`
}
