import { bulkStatusBody } from '@check-requests/domain/check-requests/fields.ts'
import { missingFor, type StatusId } from '@check-requests/domain/check-requests/lifecycle.ts'
import type { ListedRequest } from '@check-requests/domain/check-requests/replies.ts'
import type { SharedTransition } from '@check-requests/domain/check-requests/shared-transitions.ts'
import { idsWithNumberTwice } from '#check-requests/bulk/bulk-check-numbers.ts'

type TextById = Readonly<Record<number, string>>

/** What people typed for one transition of several requests: a comment, and for each what it needs or offers. */
export interface BulkEntries {
  readonly note: string
  readonly numbers: TextById
  readonly receivers: TextById
}

export interface BulkErrors {
  readonly note?: string
  readonly numbers: TextById
  readonly receivers: TextById
}

/** What a transition needs and offers. */
type Asked = Pick<SharedTransition, 'needs' | 'offers'>

/** The body of the call, with the version of each request as shown. */
export function bulkBody(
  statusId: StatusId,
  { needs, offers }: Asked,
  requests: readonly ListedRequest[],
  entries: BulkEntries,
) {
  return {
    status_id: statusId,
    note: entries.note,
    items: requests.map(({ id, version }) => ({
      id,
      version,
      ...(needs === 'checkNumber' && { check_number: entries.numbers[id] ?? '' }),
      ...(offers === 'receivedBy' && entries.receivers[id] && { received_by: entries.receivers[id] }),
    })),
  }
}

/** Errors in the entries, by the server's own schema and by what the transition needs. */
export function errorsOf(
  { needs }: Pick<Asked, 'needs'>,
  requests: readonly ListedRequest[],
  body: ReturnType<typeof bulkBody>,
): BulkErrors {
  const texts = textsByField(body)
  const note = texts.note ?? missingFor({ needs }, body).note
  return {
    ...(note !== undefined && { note }),
    numbers: needs === 'checkNumber' ? numberErrors(requests, body, texts) : {},
    receivers: receiverErrors(requests, texts),
  }
}

function numberErrors(
  requests: readonly ListedRequest[],
  { items }: ReturnType<typeof bulkBody>,
  texts: Record<string, string>,
): Record<number, string> {
  const typed = requests.map((request, index) => ({
    id: request.id,
    place: JSON.stringify([request.dealer_group_name, request.dealership_name]),
    number: items[index]?.check_number?.trim() ?? '',
  }))
  const twice = new Set(idsWithNumberTwice(typed))
  const entries = typed.flatMap(({ id, number }, index) => {
    const missing = missingFor({ needs: 'checkNumber' }, { check_number: number }).check_number
    const text = texts[`items.${index}.check_number`] ?? missing ?? (twice.has(id) ? standsTwice : undefined)
    return text ? [[id, text]] : []
  })
  return Object.fromEntries(entries)
}

function receiverErrors(requests: readonly ListedRequest[], texts: Record<string, string>): Record<number, string> {
  const entries = requests.map(({ id }, index) => [id, texts[`items.${index}.received_by`]] as const)
  return Object.fromEntries(entries.filter((entry): entry is readonly [number, string] => entry[1] !== undefined))
}

const standsTwice = 'This check number stands above already'

function textsByField(body: unknown): Record<string, string> {
  const issues = bulkStatusBody.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]))
}
