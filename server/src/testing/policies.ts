import { delegationEndpoints as delegations } from '@check-requests/domain/approvals/delegations/endpoints.ts'
import { approvalEndpoints as endpoints } from '@check-requests/domain/approvals/endpoints.ts'
import type { policyBody } from '@check-requests/domain/approvals/policy.ts'
import type { z } from 'zod'
import type { PersonName } from './organization.ts'
import type { World } from './world.ts'

type GroupName = 'NWG' | 'EAS'

/** Two admins in each group: one edits, and the other publishes. */
const admins = {
  NWG: ['admin-group', 'everyone'],
  EAS: ['admin-eastside', 'everyone-eastside'],
} as const satisfies Record<GroupName, readonly [PersonName, PersonName]>

/** Any approver in scope can approve. */
export const anyone = { anyone_in_scope: true }

/** Puts a policy in force, edited by one admin and published by another. Returns its number. */
export async function putInForce(
  world: World,
  policy: z.input<typeof policyBody>,
  group: GroupName = 'NWG',
): Promise<number> {
  const [editor, publisher] = admins[group]
  const params = { id: world.ids.places[group] }
  const first = await world.as(editor, 'admin')
  const draft = await first.call(endpoints.draft, { params })
  const version = draft.data.version || undefined
  const saved = await first.call(endpoints.saveDraft, { params, body: { ...policy, ...(version && { version }) } })
  if (saved.status !== 200) throw new Error(`The policy can’t be saved: ${saved.text}`)
  const body = { note: 'As agreed', version: saved.data.version }
  const published = await (await world.as(publisher, 'admin')).call(endpoints.publish, { params, body })
  if (published.status !== 201) throw new Error(`The policy can’t be published: ${published.text}`)
  return published.data.number
}

/** Adds an approval title that these users hold wherever they approve, and returns the title's id. */
export async function addTitle(
  world: World,
  name: string,
  holders: readonly PersonName[],
  group: GroupName = 'NWG',
): Promise<number> {
  const admin = await world.as(admins[group][0], 'admin')
  const title = await admin.call(endpoints.createTitle, { body: { dealer_group_id: world.ids.places[group], name } })
  if (title.status !== 201) throw new Error(`The title can’t be added: ${title.text}`)
  for (const holder of holders) {
    const params = { id: world.ids.people[holder] }
    const titles = [{ approval_title_id: title.data.id }]
    const held = await admin.call(endpoints.holdTitles, { params, body: { titles } })
    if (held.status !== 200) throw new Error(`${holder} can’t be given the title: ${held.text}`)
  }
  return title.data.id
}

/**
 * Gives both groups a title with a holder, a policy with one approval in general and two for large amounts, a draft of
 * the next policy, and a delegate.
 */
export async function fillPolicies(world: World): Promise<void> {
  const large = { conditions: { amount_from: 50_000 }, steps: [{ name: 'Two', approvers: anyone, needed: 2 }] }
  const rules = [{ name: 'Large', ...large }]
  const policy = { rules, otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } }
  const period = { starts_on: '2026-01-01', ends_on: '2026-12-31' }
  for (const [group, holder, deputy] of [
    ['NWG', 'approver-group', 'approver-dealership'],
    ['EAS', 'approver-eastside', 'everyone-eastside'],
  ] as const) {
    await addTitle(world, 'Controller', [holder], group)
    await putInForce(world, policy, group)
    const admin = await world.as(admins[group][0], 'admin')
    await admin.call(endpoints.saveDraft, { params: { id: world.ids.places[group] }, body: policy })
    const body = { to_id: world.ids.people[deputy], ...period, reason: 'Vacation' }
    const delegated = await (await world.as(holder)).call(delegations.create, { body })
    if (delegated.status !== 201) throw new Error(`${deputy} can’t be made the delegate: ${delegated.text}`)
  }
}
