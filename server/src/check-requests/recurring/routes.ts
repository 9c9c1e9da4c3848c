import { covers, placeOf } from '@check-requests/domain/access/scope.ts'
import { paymentIn } from '@check-requests/domain/check-requests/recurring/content.ts'
import { recurringEndpoints as endpoints } from '@check-requests/domain/check-requests/recurring/endpoints.ts'
import type { RecurringList, RecurringReply } from '@check-requests/domain/check-requests/recurring/fields.ts'
import { differencesFrom } from '@check-requests/domain/check-requests/recurring/rules.ts'
import { centsToDollars } from '@check-requests/domain/values/money.ts'
import type { Authenticated } from '../../access/sessions/guard.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { findGroup } from '../../organization/queries/places.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Services } from '../../services.ts'
import { submitRecurring } from './commands/raise.ts'
import { changeRecurring, createRecurring, saveRecurringLimit } from './commands/recurring.ts'
import { asRepeated, presentFormer } from './queries/marks.ts'
import { listPayments, listRecurring, listUnsent, type PaymentRow } from './queries/recurring.ts'

export function registerRecurring(api: Api<Authenticated>, services: Services): void {
  const { read } = services.database
  api.on(endpoints.list, async ({ caller }) => ({
    message: 'Recurring requests',
    data: await shownTo(read, caller),
  }))
  api.on(endpoints.create, async ({ caller, repeatable, body }) => ({
    message: 'Recurring request set up',
    data: await createRecurring(services, { caller, repeatable }, body),
  }))
  api.on(endpoints.update, async ({ caller, repeatable, params, body }) => ({
    message: 'Recurring request changed',
    data: await changeRecurring(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.submit, async ({ caller, repeatable, params, body }) => ({
    message: 'Check Request Submitted',
    data: await submitRecurring(services, { caller, repeatable }, params.id, body),
  }))
  api.on(endpoints.saveLimit, async ({ caller, repeatable, params, body }) => ({
    message: 'Limit for recurring requests saved',
    data: await saveRecurringLimit(services, { caller, repeatable }, params.id, body),
  }))
}

async function shownTo(db: Services['database']['read'], { userId, role, scope }: Caller): Promise<RecurringList> {
  const { dealerGroupId } = scope
  const isAdmin = role === 'admin'
  const all = await listRecurring(db, { ...(!isAdmin && { requesterId: userId }), dealerGroupId })
  const rows = all.filter((row) => !isAdmin || covers(scope, placeOf(row)))
  const unsent = await listUnsent(
    db,
    rows.map(({ id }) => id),
  )
  const payments = await listPayments(
    db,
    rows.flatMap(({ last_approved_id }) => last_approved_id ?? []),
  )
  const items = rows.map((row) =>
    presentRecurring(row, {
      unsent: unsent.filter(({ recurring_id }) => recurring_id === row.id),
      former: payments.find(({ id }) => id === row.last_approved_id),
      isOwner: row.requester_id === userId && !isAdmin,
    }),
  )
  const group = dealerGroupId === null ? undefined : await findGroup(db, dealerGroupId)
  const cents = group?.recurring_limit_cents ?? null
  const amount = cents === null ? null : centsToDollars(cents)
  return { limit: group ? { dealer_group_id: group.id, version: group.version, amount } : null, items }
}

type NamedRecurring = Awaited<ReturnType<typeof listRecurring>>[number]
type Unsent = Awaited<ReturnType<typeof listUnsent>>[number]

/** A recurring request with its unsubmitted drafts, whose contents only their owner sees. */
function presentRecurring(
  row: NamedRecurring,
  {
    unsent,
    former,
    isOwner,
  }: { readonly unsent: readonly Unsent[]; readonly former: PaymentRow | undefined; readonly isOwner: boolean },
): RecurringReply {
  return {
    id: row.id,
    version: row.version,
    requester: { id: row.requester_id, name: `${row.first_name} ${row.last_name}` },
    payee_name: row.payee_name,
    purpose_name: row.purpose_name,
    dealership_name: row.dealership_name,
    amount: centsToDollars(row.amount_cents),
    every: row.every,
    first_on: row.first_on,
    until_on: row.until_on,
    next_on: row.state === 'paused' ? null : row.next_on,
    is_automatic: row.is_automatic === 1,
    state: row.state,
    end_reason: row.end_reason,
    unsent: unsent.map((day) => ({
      due_on: day.due_on,
      is_missed: day.missed_at !== null,
      held_because: isOwner ? day.held_because : null,
      draft: isOwner ? presentDraft(day, former) : null,
    })),
    former: former ? presentFormer(former, asRepeated(former)) : null,
  }
}

function presentDraft({ id, version, content }: Unsent, former: PaymentRow | undefined) {
  const payment = paymentIn(content)
  const differences = former ? differencesFrom(asRepeated(former), payment) : []
  return { id, version, amount: payment.typed, payee_name: payment.payee, differences }
}
