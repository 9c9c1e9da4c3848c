import type { NamesById } from '@check-requests/domain/check-requests/changes-in-words.ts'
import {
  listDealerships,
  listDeliveryMethods,
  listDepartments,
  listPurposes,
} from '../../organisation/queries/lists.ts'
import type { Db } from '../../tables.ts'

/** What the ids in the history of a request of this dealer group mean. */
export async function namesFor(db: Db, groupId: number): Promise<NamesById> {
  return {
    dealerships: byId(await listDealerships(db, groupId)),
    departments: byId(await listDepartments(db, groupId)),
    purposes: byId(await listPurposes(db)),
    deliveryMethods: byId(await listDeliveryMethods(db)),
  }
}

function byId(rows: readonly { readonly id: number; readonly name: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
