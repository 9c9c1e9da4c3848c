import type { APIRequestContext } from '@playwright/test'
import type { RoleName } from '../../domain/src/access/roles.ts'
import { apiAs } from './api.ts'
import { chosenPassword } from './session.ts'

const roleIds: Record<RoleName, number> = { admin: 1, requester: 2, approver: 3, processor: 4 }

interface Place {
  id: number
  dealer_group_id: number
}

/** A user in a new, empty department. Returns their email address. */
export async function makeNewcomer(request: APIRequestContext, role: RoleName): Promise<string> {
  const admin = await apiAs(request, 'admin@lakeside.example')
  const [dealership] = await admin.call<[Place]>('GET', '/dealerships')
  const { dealer_group_id } = dealership
  const code = `N${Date.now() % 1_000_000}`
  const place = { dealer_group_id, dealership_id: dealership.id }
  const department = await admin.call<{ id: number }>('POST', '/departments', { name: 'Detailing', code, ...place })
  const email = `${role}.${code}@lakeside.example`.toLowerCase()
  await admin.call('POST', '/users', {
    email,
    username: email,
    first_name: 'Nora',
    last_name: 'New',
    password: chosenPassword,
    role_ids: [roleIds[role]],
    primary_role: roleIds[role],
    access_level: 3,
    dealer_group_id,
    dealership_ids: [dealership.id],
    department_ids: [department.id],
  })
  return email
}
