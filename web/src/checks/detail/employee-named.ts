import type { DetailedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { WholeCheckReply } from '@check-requests/domain/checks/replies.ts'

/** The employees involved with a check: its requester, and users who acted on the check or the request. */
export type People = readonly { readonly id: number; readonly name: string }[]

export function peopleOf(
  { status_history, requester_id, requester_name }: DetailedRequest,
  { events }: Pick<WholeCheckReply, 'events'>,
): People {
  return [
    { id: requester_id, name: requester_name },
    ...[...status_history, ...events].map(({ user_id, user_name }) => ({ id: user_id, name: user_name })),
  ]
}

/** The id of the employee with this name in any letter case; undefined for any other name. */
export function employeeNamed(people: People, name: string | null): number | undefined {
  const wanted = folded(name ?? '')
  return wanted === '' ? undefined : people.find((person) => folded(person.name) === wanted)?.id
}

function folded(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('en-US')
}
