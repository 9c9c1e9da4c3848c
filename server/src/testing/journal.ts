import { journalEndpoints as endpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { dateOf } from '@check-requests/domain/values/calendar-date.ts'
import type { World } from './world.ts'

/** Sets up the journal in both dealer groups, each of which has an issued check, and makes an export for each. */
export async function fillJournal(world: World): Promise<void> {
  const today = dateOf(world.clock.read())
  for (const [name, group] of [
    ['admin-group', 'NWG'],
    ['everyone-eastside', 'EAS'],
  ] as const) {
    const admin = await world.as(name, 'admin')
    const params = { id: world.ids.places[group] }
    const body = { begins_on: today, template: { ...usualTemplate } }
    const replies = [
      await admin.call(endpoints.save, { params, body }),
      await admin.call(endpoints.makeExport, { params, body: { up_to: today } }),
    ]
    const refused = replies.find(({ status }) => status > 201)
    if (refused) throw new Error(`The journal of ${group} is refused: ${refused.text}`)
  }
}
