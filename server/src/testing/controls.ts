import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { controlEndpoints as endpoints } from '@check-requests/domain/people/controls/endpoints.ts'
import type { People, World } from './world.ts'

/** Confirms every pending change that loosens a control, as a user who can. */
export async function confirmControls(world: People): Promise<void> {
  for (const name of ['admin-super', 'admin-group', 'admin-eastside'] as const) {
    const admin = await world.as(name, 'admin')
    for (const { id, version, alone, confirm_refusal } of (await admin.call(endpoints.list)).data) {
      if (alone || confirm_refusal !== null) continue
      const confirmed = await admin.call(endpoints.confirm, { params: { id }, body: { version } })
      if (confirmed.status !== 200) throw new Error(`The change can’t be confirmed: ${confirmed.text}`)
    }
  }
}

/** Creates a pending change that loosens a control in both groups, whose payee lists must be on. */
export async function fillControls(world: World): Promise<void> {
  for (const [name, group] of [
    ['admin-group', 'NWG'],
    ['admin-eastside', 'EAS'],
  ] as const) {
    const call = { params: { id: world.ids.places[group] }, body: { payee_list: 'off' } } as const
    const saved = await (await world.as(name, 'admin')).call(payeeEndpoints.saveSettings, call)
    if (saved.data.payee_list !== 'on') throw new Error('The payee list was turned off without confirmation')
  }
}
