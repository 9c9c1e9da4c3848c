import { roleNamed } from '@check-requests/domain/access/roles.ts'
import type { AccessLevel } from '@check-requests/domain/access/scope.ts'
import { type DraftValues, storedDraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { type CreateInput, createBodyAt } from '@check-requests/domain/check-requests/fields.ts'
import { paymentIn } from '@check-requests/domain/check-requests/recurring/content.ts'
import type { SubmitRecurringInput } from '@check-requests/domain/check-requests/recurring/fields.ts'
import { refusalToSubmitAlone } from '@check-requests/domain/check-requests/recurring/rules.ts'
import { formatDate } from '@check-requests/domain/values/calendar-date.ts'
import { plainAmount } from '@check-requests/domain/values/typed-amount.ts'
import { findPerson, type Person } from '../../../access/accounts/queries/people.ts'
import type { Caller, Command } from '../../../access/sessions/queries/caller.ts'
import { factsOfSubmitted } from '../../../events.ts'
import { findGroup } from '../../../organization/queries/places.ts'
import { commit } from '../../../platform/database/commit.ts'
import { Failure, notFound } from '../../../platform/errors.ts'
import { parse } from '../../../platform/http/validation.ts'
import type { Services, Unit } from '../../../services.ts'
import type { Tx } from '../../../tables.ts'
import { beforeChange } from '../../../trail/commands/changes.ts'
import { type SavedRequest, whileVisible } from '../../commands/apply-change.ts'
import { submitRequest } from '../../commands/create.ts'
import { findDraft, ownerOf } from '../../drafts/queries/drafts.ts'
import { findVisible } from '../../queries/detail/find.ts'
import { dayToSubmit } from '../listeners/settle-day.ts'
import { asRepeated } from '../queries/marks.ts'
import {
  type DayKey,
  findDay,
  findLastApproved,
  findRecurring,
  type RecurringDay,
  type RecurringRow,
  updateDay,
} from '../queries/recurring.ts'
import { noteRecurring, requesterMissing } from './recurring.ts'

/** Submits the draft of a day as its requester sees it. Returns the new request. */
export function submitRecurring(
  services: Services,
  command: Command,
  id: number,
  { due_on, version }: SubmitRecurringInput,
): Promise<SavedRequest> {
  const { caller } = command
  return commit(
    services,
    whileVisible<SavedRequest>(command, ({ id: saved }) => saved),
    async (unit) => {
      const { trx } = unit
      const row = await findRecurring(trx, id)
      if (!row || row.requester_id !== caller.userId) throw notFound('recurring request')
      const day = await findDay(trx, { dealer_group_id: row.dealer_group_id, recurring_id: id, due_on })
      if (!day || day.draft_id === null) throw notFound('draft')
      await dayToSubmit(trx, caller, day.draft_id)
      const draft = await findDraft(trx, ownerOf(caller), day.draft_id)
      if (!draft) throw notFound('draft')
      if (draft.version !== version)
        throw new Failure('CONFLICT', 'This draft was changed in another window or on another device. Review it first.')
      return submitRequest(unit, caller, inputFrom(draft.content, draft.id, caller.scope.level))
    },
  )
}

/** Codes of refusals that another attempt doesn't change. */
const final = new Set(['CONFLICT', 'INVALID_FIELDS', 'FORBIDDEN', 'BAD_REQUEST', 'NOT_FOUND'])

/**
 * Submits a day's draft in its requester's name, if the dealer group allows it and nothing speaks against it. Otherwise
 * the draft stays, and its requester is told why.
 */
export async function submitAlone(services: Services, key: DayKey): Promise<void> {
  try {
    await commit(services, undefined, (unit) => submitUnattended(unit, key))
  } catch (error) {
    if (!(error instanceof Failure) || !final.has(error.code)) throw error
    await commit(services, undefined, (unit) => keepForRequester(unit, key, error.message))
  }
}

/** The day and its recurring request while the day is still to be submitted automatically. */
async function loadAutomatic(trx: Tx, key: DayKey): Promise<{ row: RecurringRow; day: RecurringDay } | undefined> {
  await beforeChange(trx, 'recurring-request', key.recurring_id)
  const row = await findRecurring(trx, key.recurring_id)
  const day = await findDay(trx, key)
  return row && day?.is_automatic === 1 && day.check_request_id === null ? { row, day } : undefined
}

async function submitUnattended(unit: Unit, key: DayKey): Promise<void> {
  const { trx } = unit
  const loaded = await loadAutomatic(trx, key)
  if (!loaded) return
  const { row, day } = loaded
  const person = await findPerson(trx, row.requester_id)
  const gone = requesterMissing(person, row)
  if (!person || gone) throw new Failure('CONFLICT', gone ?? 'The requester was removed.')
  if (row.state === 'paused') throw new Failure('CONFLICT', 'The recurring request is paused.')
  const caller = systemFor(person)
  const draft = day.draft_id === null ? undefined : await findDraft(trx, ownerOf(caller), day.draft_id)
  if (!draft) throw notFound('draft')
  const group = await findGroup(trx, row.dealer_group_id)
  const former = await findLastApproved(trx, row.id)
  const input = inputFrom(draft.content, draft.id, person.scope.level)
  const request = await submitRequest(unit, caller, input, person)
  const stored = await findVisible(trx, caller, request.id)
  if (!stored) throw notFound('check request')
  // The payee list and the requirements are asked about the stored request. A refusal takes the request back.
  const refusal = refusalToSubmitAlone({
    limit: group?.recurring_limit_cents ?? null,
    payment: paymentIn(draft.content),
    former: former && asRepeated(former),
    isEdited: draft.version !== 1 || draft.content !== row.content,
    ...(await factsOfSubmitted(unit, stored)),
  })
  if (refusal) throw new Failure('CONFLICT', refusal)
  await unit.tell([row.requester_id], {
    event: 'recurring-submitted',
    key: `recurring/${row.id}/${day.due_on}/submitted`,
    actor: { userId: null, name: 'System' },
    dealerGroupId: row.dealer_group_id,
    requestId: request.id,
  })
}

/** Leaves a draft to its requester, and says why it wasn't submitted automatically. */
async function keepForRequester(unit: Unit, key: DayKey, reason: string): Promise<void> {
  const loaded = await loadAutomatic(unit.trx, key)
  if (!loaded) return
  const { row, day } = loaded
  await updateDay(unit.trx, day, { is_automatic: 0, held_because: reason })
  noteRecurring(unit, undefined, 'hold', row, { due_on: day.due_on, reason })
  await unit.tell([row.requester_id], {
    event: 'recurring-held',
    key: `recurring/${row.id}/${day.due_on}/held`,
    actor: { userId: null, name: 'System' },
    dealerGroupId: row.dealer_group_id,
    accountId: row.requester_id,
    text: `${row.payee_name}, ${formatDate(day.due_on)}: ${reason}`,
  })
}

/** The schedule, acting for a requester with exactly the requester's rights. */
function systemFor(person: Person): Caller {
  const role = roleNamed('requester')
  return {
    sessionId: 'automatic',
    userId: person.userId,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    name: `System for ${person.name}`,
    roleId: role.id,
    role: role.name,
    allRoles: [role.id],
    scope: person.scope,
    underPolicy: false,
    standsInFor: [],
    passwordByAdmin: false,
    waitingRoles: [],
    effectUnnoted: false,
    proofWays: [],
    signedInAt: 0,
    provedAt: undefined,
    factorRule: undefined,
    byProvider: false,
  }
}

/** The request that a draft stands for. Throws like a create call if something is missing or invalid. */
function inputFrom(content: string, draftId: number, level: AccessLevel): CreateInput {
  const values = withPlainAmounts(storedDraftValues.parse(JSON.parse(content)))
  const filled = Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return parse(createBodyAt(level), { ...Object.fromEntries(filled), draft_id: draftId })
}

// Drafts keep amounts as typed, such as `$4,500`.
function withPlainAmounts(values: DraftValues): DraftValues {
  const plain = (text: string | undefined) => text && (plainAmount(text) ?? text)
  const accounting = values.accounting?.map((line) => ({ ...line, amount: plain(line.amount) }))
  return { ...values, amount: plain(values.amount), per_diem: plain(values.per_diem), accounting }
}
