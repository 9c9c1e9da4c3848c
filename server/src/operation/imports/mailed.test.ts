import { sessionEndpoints } from '@check-requests/domain/access/sessions/endpoints.ts'
import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import { expect, test } from 'vitest'
import { databases } from '../../testing/databases.ts'
import { startMailWorld } from '../../testing/mail-world.ts'

const own = 'seven green kettles'

test.each(databases)(
  'emails links to imported users and shows no passwords if a mail server is configured, on $name',
  async (kind) => {
    const world = await startMailWorld(kind)
    const email = 'ida@import.example'
    const csv = [
      'First Name,Last Name,Email,Roles,Access,Dealerships,Departments',
      `Ida,Reed,${email},Requester,Dealer group,,`,
      'Omar,Vance,omar@import.example,Requester,Dealer group,,',
    ].join('\n')
    const body = { dealer_group_id: world.ids.places.NWG, csv }
    const admin = await world.as('admin-group')
    expect((await admin.call(endpoints.previewPeople, { body })).data.are_mailed).toBe(true)
    const { data } = await admin.call(endpoints.people, { body })
    expect(data.people.map(({ password }) => password)).toEqual([null, null])
    await world.send()
    const link = /choose-password#(\S+)/.exec(world.server.takenBy(email)[0]?.text ?? '')?.[1] ?? ''
    expect((await world.anyone.call(sessionEndpoints.choosePassword, { body: { link, newPass: own } })).data).toEqual({
      email,
    })
    expect((await world.anyone.call(sessionEndpoints.login, { body: { email, password: own } })).status).toBe(200)
    await world.close()
  },
)
