import { isRoleId } from '@check-requests/domain/access/roles.ts'
import { byMailEndpoints as endpoints } from '@check-requests/domain/check-requests/by-mail/endpoints.ts'
import { statusOf as nameOf } from '@check-requests/domain/check-requests/lifecycle.ts'
import { organizationEndpoints as organization } from '@check-requests/domain/organization/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { approved } from './checks.ts'
import { confirmControls } from './controls.ts'
import type { DatabaseKind } from './databases.ts'
import { type MailWorld, startMailWorld } from './mail-world.ts'
import type { PersonName } from './organization.ts'
import { setPayees } from './payees.ts'
import { type CreateBody, raise } from './requests.ts'

/** A verified payee, and an amount that may be decided by email. */
export const mailPayee = { payee_name_1: 'Harbor Paint', amount: 900 }
export const mailPlace = 'NWG/TOY/SVC'

export type LinkWorld = Awaited<ReturnType<typeof startLinkWorld>>

/** Starts a world whose group has a verified payee and lets approvers decide by email up to $5,000. */
export async function startLinkWorld(kind: DatabaseKind, browserFolder?: string) {
  const world = await startMailWorld(kind, {}, browserFolder)
  await approved(world)
  await setPayees(world, { payee_list: 'on', purposes: [] })
  await raise(world, 'requester-group', 'NWG/HON/SVC', { ...mailPayee, amount: 11, po_purchase_no: 'PO-FIRST' })
  const query = { dealer_group_id: world.ids.places.NWG }
  const { data } = await (await world.as('admin-group', 'admin')).call(payeeEndpoints.list, { query })
  const id = data.items.find(({ name }: { name: string }) => name === 'Harbor Paint')?.id as number
  const admin = await world.as('everyone', 'admin')
  const verified = await admin.call(payeeEndpoints.verify, { params: { id }, body: { how: 'Called them' } })
  if (verified.status !== 200) throw new Error(`The payee can’t be verified: ${verified.text}`)
  await setRules(world, { decide_by_email_to: 5000 })
  await world.send()
  return { ...world, ...actsIn(world) }
}

/** The group's rules for second factors and decisions by email. */
export async function rulesOf(world: MailWorld) {
  const params = { id: world.ids.places.NWG }
  const { data } = await (await world.as('admin-group', 'admin')).call(organization.secondFactorRules, { params })
  return { ...data, roles: data.roles.filter(isRoleId) }
}

/** Changes the rules. A second admin confirms what loosens them. */
export async function setRules(
  world: MailWorld,
  changes: { approve_above?: number | null; decide_by_email_to?: number | null; first_page_in_emails?: boolean },
): Promise<void> {
  const { id, ...now } = await rulesOf(world)
  const call = { params: { id }, body: { ...now, ...changes } }
  const saved = await (await world.as('admin-group', 'admin')).call(organization.updateSecondFactorRules, call)
  if (saved.status !== 200) throw new Error(`The rules can’t be saved: ${saved.text}`)
  await confirmControls(world)
}

function actsIn(world: MailWorld) {
  let last = 0
  const linkTo = (name: PersonName, number: string) => {
    const mail = world.mailsTo(name).findLast(({ subject }) => subject.includes(number))
    return /\/decide#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  return {
    /** Raises a request, and returns it with the link in the email to an approver; empty if there is none. */
    async asked(changes: Partial<CreateBody> = {}, name: PersonName = 'approver-group') {
      last += 1
      // Links can be used only so often in a minute.
      world.clock.advance(61_000)
      const values = { ...mailPayee, amount: 900 + last, po_purchase_no: `PO-L${last}`, ...changes }
      const raised = await raise(world, 'requester-group', mailPlace, values)
      await world.send()
      return { ...raised, link: linkTo(name, raised.request_number), amount: 900 + last }
    },
    open: (link: string) => world.anyone.call(endpoints.open, { body: { link } }),
    decide: (link: string, status_id: 3 | 8 | 9 = 3, note?: string) =>
      world.anyone.call(endpoints.decide, { body: { link, status_id, ...(note && { note }) } }),
    async statusOf(id: number) {
      const rows = world.database.read.selectFrom('check_requests').select('status_id').where('id', '=', id)
      return nameOf((await rows.executeTakeFirstOrThrow()).status_id).name
    },
  }
}
