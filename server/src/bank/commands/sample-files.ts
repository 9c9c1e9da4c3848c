import { type SampleFormat, sampleFile, sampleFileName } from '@check-requests/domain/bank/files/sample-files.ts'
import { datesIn } from '@check-requests/domain/values/calendar-date.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { listForSample } from '../queries/clearing.ts'
import { openNumber } from '../queries/stored-account.ts'
import { requireReconciler } from './account.ts'

/**
 * A file as the bank of the demo account would send it today: it paid the checks that are outstanding now, and takes
 * back the last one that it paid before. Throws NOT_FOUND for all other accounts.
 */
export async function drawSampleFile(
  { database: { read }, clock, secrets }: Services,
  caller: Caller,
  accountId: number,
  format: SampleFormat,
) {
  const account = await requireReconciler(read, caller, accountId)
  if (account.is_sample !== 1) throw notFound('sample file')
  const { paid, returned } = await listForSample(read, account)
  const text = sampleFile(format, {
    routingNumber: account.routing_number,
    accountNumber: openNumber(secrets, account),
    day: datesIn(account.time_zone)(clock()),
    paid,
    returned,
  })
  return { fileName: sampleFileName(format), parts: Buffer.from(text) }
}
