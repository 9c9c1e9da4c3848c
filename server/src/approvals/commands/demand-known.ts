import type { Hurry } from '@check-requests/domain/approvals/hurry.ts'
import type { Approvers, Policy, Step } from '@check-requests/domain/approvals/policy.ts'
import { asksForNewPayees } from '@check-requests/domain/approvals/routing.ts'
import { listDealerships, listDepartments, listPurposes } from '../../organization/queries/lists.ts'
import { findPayeeSettings } from '../../payees/queries/of-requests.ts'
import { invalidFields } from '../../platform/errors.ts'
import type { Db } from '../../tables.ts'
import { listApprovers } from '../queries/people.ts'
import { listTitles } from '../queries/titles.ts'

/** What a policy can name, by kind. */
interface Known {
  readonly user_ids: ReadonlySet<number>
  readonly approval_title_ids: ReadonlySet<number>
  readonly dealership_ids: ReadonlySet<number>
  readonly department_ids: ReadonlySet<number>
  readonly purpose_ids: ReadonlySet<number>
}

const missing = {
  user_ids: 'Somebody listed here is no active approver of this dealer group. Remove them, or choose somebody else.',
  approval_title_ids: 'A title listed here is not in use. Remove it, or choose another one.',
  dealership_ids: 'A dealership listed here is gone. Remove it.',
  department_ids: 'A department listed here is gone. Remove it.',
  purpose_ids: 'A purpose listed here does not exist. Remove it.',
} as const

/** Refuses a policy that names people, titles, places or purposes that its dealer group does not have, field by field. */
export async function demandKnown(db: Db, dealerGroupId: number, policy: Policy, now: string): Promise<void> {
  const known = await knownIn(db, dealerGroupId, now)
  const fields = [
    ...policy.rules.flatMap(({ conditions, steps, hurry }, index) => [
      ...unknownIn(`rules.${index}.conditions`, conditions, known),
      ...unknownInSteps(`rules.${index}.steps`, steps, known),
      ...unknownInHurry(`rules.${index}`, hurry, known),
    ]),
    ...unknownInSteps('otherwise.steps', policy.otherwise.steps, known),
    ...unknownInHurry('otherwise', policy.otherwise.hurry, known),
    ...unknownIn('fallback', policy.fallback, known),
  ]
  const unlisted = await newPayeesUnlisted(db, dealerGroupId, policy)
  if (fields.length + unlisted.length > 0) throw invalidFields(Object.fromEntries([...fields, ...unlisted]))
}

const noList =
  'This dealer group keeps no list of payees, so none is new. Turn the list on in Settings, or remove this condition.'

/** The rules that ask for new payees where no list says who is. */
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

function unknownInHurry(path: string, hurry: Hurry | undefined, known: Known): (readonly [string, string])[] {
  const title = hurry?.escalate_to
  if (!title || known.approval_title_ids.has(title)) return []
  return [[`${path}.hurry.escalate_to`, missing.approval_title_ids]]
}

type Lists = Partial<Record<keyof Known, readonly number[]>>

function unknownIn(path: string, lists: Lists | Approvers, known: Known): (readonly [string, string])[] {
  const kinds = Object.keys(missing) as (keyof Known)[]
  const wrong = kinds.filter((kind) => (lists as Lists)[kind]?.some((id) => !known[kind].has(id)))
  return wrong.map((kind) => [`${path}.${kind}`, missing[kind]] as const)
}
