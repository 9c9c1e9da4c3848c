import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { statusOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { type Choices, deliveryOf, topicsFor } from '@check-requests/domain/notices/inbox/choices.ts'
import type { Notice, NoticeChoices } from '@check-requests/domain/notices/inbox/fields.ts'
import type { InboxRow } from './queries/inbox.ts'

export function presentTold(row: InboxRow): Notice {
  return { ...present(row), id: `n${row.id}` }
}

export function presentWaiting(row: InboxRow): Notice {
  return { ...present(row), id: `w${row.id}` }
}

function present(row: InboxRow): Omit<Notice, 'id'> {
  return {
    event: row.event,
    at: row.at,
    read: Number(row.is_read) === 1,
    actor: personOf(row.actor_id, row.actor_name),
    request: requestOf(row),
    account: personOf(row.account_id, row.account_name),
    text: row.text,
  }
}

function personOf(id: number | null, name: string | null): Notice['actor'] {
  return id === null || name === null ? null : { id, name }
}

function requestOf(row: InboxRow): Notice['request'] {
  const { check_request_id: id, request_number, payee_name_1, amount_cents, status_id, good_through } = row
  if (id === null || request_number === null || payee_name_1 === null || amount_cents === null || status_id === null)
    return null
  const payoff = good_through !== null && { good_through }
  return {
    id,
    request_number,
    payee_name_1,
    amount: amount_cents / 100,
    status_name: statusOf(status_id).name,
    ...payoff,
  }
}

export function presentChoices(
  choices: Choices,
  { level, mail, time_zone }: { level: AccessLevel; mail: boolean; time_zone: string },
): NoticeChoices {
  return {
    mail,
    time_zone,
    choices: topicsFor(level).map(({ name, label, canBeOff }) => ({
      topic: name,
      label,
      delivery: deliveryOf(name, choices),
      can_be_off: canBeOff,
    })),
  }
}
