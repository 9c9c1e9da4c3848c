import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListedField } from '@check-requests/domain/approvals/conditions.ts'
import type { DiscardInput, SaveDraftInput } from '@check-requests/domain/approvals/fields.ts'
import type { Approvers, Policy, Step, Urgency } from '@check-requests/domain/approvals/policy.ts'
import { asksForNewPayees } from '@check-requests/domain/approvals/routing.ts'
import { type NamedPlace, warningsOfPeople, warningsOfRules } from '@check-requests/domain/approvals/warnings.ts'
import { requireInForce } from '../../access/pending-accounts/commands/second-people.ts'
import { listApprovers } from '../../access/pending-accounts/queries/approvers.ts'
import type { Caller, Command } from '../../access/sessions/queries/caller.ts'
import { listDealerships, listDepartments, listPurposes } from '../../organization/queries/lists.ts'
import { findGroup } from '../../organization/queries/places.ts'
import { findPayeeSettings } from '../../payees/queries/of-requests.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { Failure, invalidFields, notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../tables.ts'
import { afterCreate, beforeChange } from '../../trail/commands/changes.ts'
import { type DraftRow, findDraft, type Named, peopleIn, policyIn, storeDraft, takeDraft } from '../queries/policies.ts'
import { listRaisers, listTitles } from '../queries/titles.ts'
import { notePolicy, requireGroup } from './policy.ts'

/** Saves a draft of a dealer group's policy. Any user who saves the draft counts as an editor and can't publish it. */
export function saveDraft(
  services: Services,
  { caller, repeatable }: Command,
  dealerGroupId: number,
  { version = 0, ...policy }: SaveDraftInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx, now } = unit
    await requireInForce(unit, caller)
    await requireGroup(trx, caller, dealerGroupId)
    await requireKnown(trx, dealerGroupId, policy, moment(now))
    const before = await findDraft(trx, dealerGroupId)
    if ((before?.version ?? 0) !== version) throw changedMeanwhile(before)
    if (before) await beforeChange(trx, 'approval-policy-draft', dealerGroupId)
    else afterCreate(trx, 'approval-policy-draft', dealerGroupId)
    const draft = {
      dealer_group_id: dealerGroupId,
      content: JSON.stringify(policy),
      edited_by: JSON.stringify(withEditor(before, caller)),
      edited_at: moment(now),
    }
    if (!(await storeDraft(trx, draft, before?.version))) throw changedMeanwhile(undefined)
    notePolicy(unit, caller, dealerGroupId, {
      verb: 'edit',
      id: null,
      ...(before && { before: JSON.parse(before.content) }),
      after: policy,
    })
    return dealerGroupId
  })
}

function withEditor(draft: DraftRow | undefined, { userId, name }: Caller): Named[] {
  const others = (draft ? peopleIn(draft.edited_by) : []).filter(({ id }) => id !== userId)
  return [...others, { id: userId, name }]
}

/** The error for a user who saw another version of the draft, or none. */
export function changedMeanwhile(draft: DraftRow | undefined): Failure {
  const who = draft ? (peopleIn(draft.edited_by).at(-1)?.name ?? 'Another user') : 'Another user'
  return new Failure('CONFLICT', `${who} changed the approval policy in the meantime. Review it before you continue.`)
}

/**
 * Discards the draft of a dealer group's policy if it still has the version that the user saw. The audit trail keeps
 * its content.
 */
export function discardDraft(
  services: Services,
  { caller, repeatable }: Command,
  dealerGroupId: number,
  { version }: DiscardInput,
): Promise<number> {
  return commit(services, repeatable, async (unit) => {
    const { trx } = unit
    await requireInForce(unit, caller)
    await requireGroup(trx, caller, dealerGroupId)
    const draft = await findDraft(trx, dealerGroupId)
    if (!draft) throw notFound('draft')
    if (draft.version !== version) throw changedMeanwhile(draft)
    await beforeChange(trx, 'approval-policy-draft', dealerGroupId)
    if (!(await takeDraft(trx, dealerGroupId, version))) throw changedMeanwhile(undefined)
    notePolicy(unit, caller, dealerGroupId, { verb: 'discard', id: null, before: policyIn(draft) })
    return dealerGroupId
  })
}

/** The objects that a policy can name, by kind. */
type Known = Readonly<Record<'user_ids' | 'approval_title_ids' | ListedField, ReadonlySet<number>>>

const missing = {
  user_ids: 'A user listed here isn’t an active approver in this dealer group. Remove the user, or choose another.',
  approval_title_ids: 'A title listed here isn’t in use. Remove it, or choose another title.',
  dealership_ids: 'A dealership listed here no longer exists. Remove it.',
  department_ids: 'A department listed here no longer exists. Remove it.',
  purpose_ids: 'A purpose listed here doesn’t exist. Remove it.',
} as const satisfies Record<keyof Known, string>

/**
 * Refuses a policy that names users, titles, locations, or purposes outside its dealer group, with an error for each
 * field.
 */
export async function requireKnown(db: Db, dealerGroupId: number, policy: Policy, now: string): Promise<void> {
  const known = await knownIn(db, dealerGroupId, now)
  const fields = [
    ...policy.rules.flatMap(({ conditions, steps, hurry }, index) => [
      ...unknownIn(`rules.${index}.conditions`, conditions, known),
      ...unknownInSteps(`rules.${index}.steps`, steps, known),
      ...unknownInUrgency(`rules.${index}`, hurry, known),
    ]),
    ...unknownInSteps('otherwise.steps', policy.otherwise.steps, known),
    ...unknownInUrgency('otherwise', policy.otherwise.hurry, known),
    ...unknownIn('fallback', policy.fallback, known),
  ]
  const unlisted = await newPayeesUnlisted(db, dealerGroupId, policy)
  if (fields.length + unlisted.length > 0) throw invalidFields(Object.fromEntries([...fields, ...unlisted]))
}

const noList =
  'This dealer group has no payee list, so no payee is new. Turn the list on in Settings, or remove this condition.'

/** The rules about new payees, if the group has no payee list. */
async function newPayeesUnlisted(
  db: Db,
  dealerGroupId: number,
  policy: Policy,
): Promise<(readonly [string, string])[]> {
  if (!asksForNewPayees(policy) || (await findPayeeSettings(db, dealerGroupId))?.payee_list === 1) return []
  return policy.rules.flatMap(({ conditions }, index) =>
    conditions.new_payee ? [[`rules.${index}.conditions.new_payee`, noList] as const] : [],
  )
}

async function knownIn(db: Db, dealerGroupId: number, now: string): Promise<Known> {
  const titles = (await listTitles(db, dealerGroupId)).filter(({ is_active }) => is_active === 1)
  const approvers = await listApprovers(db, dealerGroupId, now)
  return {
    user_ids: new Set(approvers.map(({ userId }) => userId)),
    approval_title_ids: idsOf(titles),
    dealership_ids: idsOf(await listDealerships(db, dealerGroupId)),
    department_ids: idsOf(await listDepartments(db, dealerGroupId)),
    purpose_ids: idsOf(await listPurposes(db)),
  }
}

function idsOf(rows: readonly { readonly id: number }[]): Set<number> {
  return new Set(rows.map(({ id }) => id))
}

function unknownInSteps(path: string, steps: readonly Step[], known: Known): (readonly [string, string])[] {
  return steps.flatMap(({ approvers }, index) => unknownIn(`${path}.${index}.approvers`, approvers, known))
}

function unknownInUrgency(path: string, urgency: Urgency | undefined, known: Known): (readonly [string, string])[] {
  const title = urgency?.escalate_to
  if (!title || known.approval_title_ids.has(title)) return []
  return [[`${path}.hurry.escalate_to`, missing.approval_title_ids]]
}

type Lists = Partial<Record<keyof Known, readonly number[]>>

function unknownIn(path: string, lists: Lists | Approvers, known: Known): (readonly [string, string])[] {
  const kinds = Object.keys(missing) as (keyof Known)[]
  const wrong = kinds.filter((kind) => (lists as Lists)[kind]?.some((id) => !known[kind].has(id)))
  return wrong.map((kind) => [`${path}.${kind}`, missing[kind]] as const)
}

/** Warnings about a policy, based on the current users and locations. */
export async function warningsOf(db: Db, dealerGroupId: number, policy: Policy, now: string): Promise<string[]> {
  const people = await listApprovers(db, dealerGroupId, now)
  const handIds = await listHandIds(db, dealerGroupId)
  const places = await placesOf(db, dealerGroupId)
  const warnings: string[] = []
  for (const some of [warningsOfRules(policy), warningsOfPeople(policy, { people, handIds }, places)]) {
    for (const found of some) {
      warnings.push(...found)
      // Checking many rules about many locations takes a while, so this yields to other work in between.
      await nextTurn()
    }
  }
  return warnings
}

/** The users who can create or edit requests. Under separation of duties, doing so bars them from approving. */
async function listHandIds(db: Db, dealerGroupId: number): Promise<ReadonlySet<number>> {
  const group = await findGroup(db, dealerGroupId)
  return new Set(group?.separation_of_duties === 1 ? await listRaisers(db, dealerGroupId) : [])
}

/** The places to which requests of a dealer group can belong: departments, and dealerships without departments. */
async function placesOf(db: Db, dealerGroupId: number): Promise<NamedPlace[]> {
  const departments = await listDepartments(db, dealerGroupId)
  const withDepartments = new Set(departments.map(({ dealership_id }) => dealership_id))
  const others = (await listDealerships(db, dealerGroupId)).filter(({ id }) => !withDepartments.has(id))
  return [
    ...departments.map(({ id, dealership_id, name, dealership_name }) => ({
      dealerGroupId,
      dealershipId: dealership_id,
      departmentId: id,
      name: `${dealership_name}, ${name}`,
    })),
    ...others.map(({ id, name }) => ({ dealerGroupId, dealershipId: id, departmentId: null, name })),
  ]
}
