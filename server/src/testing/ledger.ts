import { accountingEndpoints as endpoints } from '@check-requests/domain/books/accounting/endpoints.ts'
import type { PersonName } from './organization.ts'
import type { World } from './world.ts'

type GroupName = 'NWG' | 'EAS'

const admins = { NWG: 'admin-group', EAS: 'admin-eastside' } as const satisfies Record<GroupName, PersonName>

/** Adds accounts to a dealer group's chart, each as `number name`. */
export async function addAccounts(world: World, accounts: readonly string[], group: GroupName = 'NWG'): Promise<void> {
  for (const account of accounts) {
    const [number = '', ...name] = account.split(' ')
    const body = { dealer_group_id: world.ids.places[group], number, name: name.join(' ') }
    const added = await (await world.as(admins[group], 'admin')).call(endpoints.create, { body })
    if (added.status !== 201) throw new Error(`The account can’t be added: ${added.text}`)
  }
}

/** Gives both groups a chart of accounts. */
export async function fillCharts(world: World): Promise<void> {
  for (const group of ['NWG', 'EAS'] as const) await addAccounts(world, ['2310 Vehicle payoffs'], group)
}
