import { payeeEndpoints as endpoints } from '@check-requests/domain/payees/endpoints.ts'
import type { createPayeeBody, payeeSettingsBody } from '@check-requests/domain/payees/fields.ts'
import type { PayeeReply } from '@check-requests/domain/payees/replies.ts'
import type { z } from 'zod'
import { confirmControls } from './controls.ts'
import type { PersonName } from './organization.ts'
import { raise } from './requests.ts'
import type { World } from './world.ts'

type GroupName = 'NWG' | 'EAS'

const admins = { NWG: 'admin-group', EAS: 'admin-eastside' } as const satisfies Record<GroupName, PersonName>

/** Changes a dealer group's payee settings. A second admin confirms any change that loosens them. */
export async function setPayees(
  world: World,
  settings: z.input<typeof payeeSettingsBody>,
  group: GroupName = 'NWG',
): Promise<void> {
  const client = await world.as(admins[group], 'admin')
  const saved = await client.call(endpoints.saveSettings, { params: { id: world.ids.places[group] }, body: settings })
  if (saved.status !== 200) throw new Error(`The settings can’t be saved: ${saved.text}`)
  await confirmControls(world)
}

/** Adds an unverified payee. */
export async function addPayee(
  world: World,
  name: string,
  values: Partial<z.input<typeof createPayeeBody>> = {},
  group: GroupName = 'NWG',
): Promise<PayeeReply> {
  const place = { dealer_group_id: world.ids.places[group] }
  const body = { ...place, name, payee_type: 'business', payee_sub_type: 'vendor', ...values } as const
  const added = await (await world.as(admins[group], 'admin')).call(endpoints.create, { body })
  if (added.status !== 201) throw new Error(`The payee can’t be added: ${added.text}`)
  return added.data
}

/** Gives both groups a payee with a tax form, and a request that adds another payee. */
export async function fillPayees(world: World): Promise<void> {
  const form = { received_on: '2026-11-02', legal_name: 'Harbor Paint, Inc.', number_kind: 'EIN' } as const
  for (const [group, requester, place] of [
    ['NWG', 'requester-group', 'NWG/TOY/SVC'],
    ['EAS', 'requester-eastside', 'EAS/KIA/SVC'],
  ] as const) {
    await setPayees(
      world,
      { payee_list: 'on', purposes: [{ purpose_id: 1, verified_needed: 'before approval' }] },
      group,
    )
    const { id } = await addPayee(world, 'Harbor Paint', { address: '1200 Dock St' }, group)
    const body = { ...form, tax_class: 'C corporation', box_1099: 'None' } as const
    await (await world.as(admins[group], 'admin')).call(endpoints.saveTaxForm, { params: { id }, body })
    await raise(world, requester, place, { payee_name_1: 'Coast Towing', payee_name_2: 'Bay Bank and Ada Lovelace' })
  }
}
