import { type Comparison, compareWithDocuments } from '@check-requests/domain/documents/readings/in-requests.ts'
import type { Cents } from '@check-requests/domain/values/money.ts'
import type { Db } from '../../../tables.ts'
import { presentReading } from '../presenter.ts'
import { listReadings } from '../queries/readings.ts'

export interface ComparedRequest {
  readonly id: number
  readonly amount_cents: Cents
  readonly payee_name_1: string
  readonly payee_name_2: string | null
}

/** How a request compares with what its documents surely say; undefined if they say nothing for sure. */
export async function compareDocuments(db: Db, request: ComparedRequest): Promise<Comparison | undefined> {
  const readings = await listReadings(db, { check_request_id: request.id })
  const payees = [request.payee_name_1, request.payee_name_2].filter((name) => name !== null)
  return compareWithDocuments(
    { cents: request.amount_cents, payees },
    readings.map((row) => presentReading(row.attachment_id, row)),
  )
}
