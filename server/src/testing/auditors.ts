import { auditorEndpoints } from '@check-requests/domain/people/auditors/endpoints.ts'
import type { World } from './world.ts'

/** Proposes an auditor in each group, pending confirmation. */
export async function fillAuditors(world: World): Promise<void> {
  for (const [admin, auditor] of [
    ['admin-group', 'processor-group'],
    ['admin-eastside', 'processor-eastside'],
  ] as const) {
    const body = { user_id: world.ids.people[auditor] }
    const asked = await (await world.as(admin, 'admin')).call(auditorEndpoints.create, { body })
    if (asked.status !== 201) throw new Error(`The auditor can’t be proposed: ${asked.text}`)
  }
}
