import type { NewPeople } from '@check-requests/domain/access/identity-providers/new-people-fields.ts'
import type { Db } from '../../../tables.ts'
import type { Provider } from './providers.ts'

/** How a provider creates people at their first sign-in; null where it does not. */
export function newPeopleOf({ new_people }: Pick<Provider, 'new_people'>): NewPeople | null {
  return new_people === null ? null : (JSON.parse(new_people) as NewPeople)
}

/** Was somebody with this address removed from the dealer group? */
export async function wasRemoved(db: Db, dealerGroupId: number, email: string): Promise<boolean> {
  const removed = db.selectFrom('users').select('id').where('dealer_group_id', '=', dealerGroupId)
  const found = removed.where('email', '=', email).where('deleted_at', 'is not', null).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}
