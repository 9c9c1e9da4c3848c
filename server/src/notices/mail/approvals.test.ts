import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkQueues } from '../../approvals/commands/check-queue.ts'
import { type MailWorld, startMailWorld } from '../../testing/mail-world.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { addTitle, anyone, putInForce } from '../../testing/policies.ts'
import { move, raise } from '../../testing/requests.ts'

const hour = 3_600_000

onOneDatabase('emails about approvals on $name', (kind) => {
  let world: MailWorld
  beforeAll(async () => {
    world = await startMailWorld(kind)
  })
  afterAll(() => world.close())

  /** Returns the subjects of emails to a user since the last call. */
  const seen = new Map<PersonName, number>()
  const subjectsTo = async (name: PersonName) => {
    await world.send()
    const mails = world.mailsTo(name)
    const fresh = mails.slice(seen.get(name) ?? 0)
    seen.set(name, mails.length)
    return fresh
  }

  test('are sent to the approvers of each new step, and to users to whom an overdue request is escalated', async () => {
    const controller = await addTitle(world, 'Controller', ['approver-dealership'])
    const manager = await addTitle(world, 'General manager', ['approver-department'])
    await putInForce(world, {
      otherwise: { steps: [{ name: 'Anybody', approvers: { user_ids: [world.ids.people['approver-group']] } }] },
    })
    const { id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    expect(await subjectsTo('approver-group')).toHaveLength(1)
    expect(await subjectsTo('approver-dealership')).toEqual([])

    await putInForce(world, {
      otherwise: {
        steps: [{ name: 'Controller', approvers: { approval_title_ids: [controller] } }],
        hurry: { escalate_after: 2, escalate_to: manager },
      },
      fallback: anyone,
    })
    await move(await world.as('approver-group'), id, 2, 1)
    const body = { reason: 'The controller decides' }
    const routed = await (await world.as('admin-group')).call(approvalEndpoints.routeAgain, { params: { id }, body })
    expect(routed.status).toBe(201)
    expect(await subjectsTo('approver-dealership')).toHaveLength(1)
    expect(await subjectsTo('approver-group')).toEqual([])
    expect(await subjectsTo('approver-department')).toEqual([])

    world.clock.advance(2 * hour)
    await checkQueues(world.services)
    expect(await subjectsTo('approver-department')).toHaveLength(1)
    expect(await subjectsTo('approver-dealership')).toEqual([])
  })
})
