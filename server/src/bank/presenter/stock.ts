import { type BoxState, leftIn, type StockBoxReply } from '@check-requests/domain/bank/stock/rules.ts'
import { boxOf, type StockBoxRow } from '../queries/stock-boxes.ts'

const order = ['in use', 'counted', 'received', 'ended'] as const satisfies readonly BoxState[]

/** Lists the box in use first and ended boxes last. */
export function inOrder(boxes: readonly StockBoxRow[]): StockBoxRow[] {
  return boxes.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

export function presentBox(box: StockBoxRow): StockBoxReply {
  const { id, version, bank_account_id, place, first_number, last_number, next_number, state } = box
  return {
    id,
    version,
    bank_account_id,
    place,
    first_number,
    last_number,
    next_number,
    state,
    left: state === 'ended' ? 0 : leftIn(boxOf(box)),
    holder: named(box.holder_id, box.holder_name),
    received_by: named(box.received_by_id, box.received_by_name),
    received_at: box.received_at,
    counted_by: named(box.counted_by_id, box.counted_by_name),
    counted_at: box.counted_at,
  }
}

function named(id: number | null, name: string | null) {
  return id === null ? null : { id, name: name ?? 'Someone' }
}
