import { decodeClearingFile } from '@check-requests/domain/bank/clearing/read-file.ts'
import {
  type Acknowledgment,
  acknowledgments,
  readAcknowledgment,
} from '@check-requests/domain/bank/positive-pay/acknowledgment.ts'
import { moment } from '../../platform/clock.ts'
import { commit } from '../../platform/database/commit.ts'
import { present } from '../../platform/errors.ts'
import { readFiles, type SmallFile } from '../../platform/files/exchange-folders.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { findAccount, type ShownAccount } from '../queries/accounts.ts'
import {
  findFile,
  listUnanswered,
  otherAccountsOf,
  type PositivePayFileRow,
  updateFile,
} from '../queries/positive-pay.ts'
import { openDestination, openNumber } from '../queries/stored-account.ts'
import { listReconcilers, noteBankFile } from './account.ts'
import { folderAt, sentNameOf } from './send-positive-pay.ts'

/** The time for which the bank's answer to a file is looked for. */
const longestWait = 14 * 86_400_000

const system: Actor = { userId: null, name: 'System', roleId: null, sessionId: null }

/** Reads the banks' answers to files that were sent, and notifies those who reconcile an account of refusals. */
export async function readAcknowledgments(services: Services): Promise<void> {
  const { read } = services.database
  const since = moment(services.clock() - longestWait)
  const files = await listUnanswered(read, since)
  const failures: string[] = []
  for (const [accountId, some] of Map.groupBy(files, (file) => file.bank_account_id)) {
    const account = present(await findAccount(read, accountId), `bank account ${accountId}`)
    try {
      await readForAccount(services, account, some)
    } catch (error) {
      failures.push(`${account.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  // The other banks' answers are read before the job fails.
  if (failures.length > 0) throw new Error(failures.join(' '))
}

async function readForAccount(services: Services, account: ShownAccount, files: readonly PositivePayFileRow[]) {
  const destination = openDestination(services.secrets, account)
  const folder = destination?.answers_folder ?? null
  if (!destination || folder === null) return
  const answers = await readFiles(folderAt(services, account, destination, folder))
  for (const file of files) {
    const found = bestOf(answers, sentNameOf(file, account))
    if (found && rankOf(found.says) > rankOf(file.acknowledgment))
      await keep(services, file, account, { ...found, text: masked(services, account, found.text) })
  }
}

type Found = NonNullable<ReturnType<typeof readAcknowledgment>>

/** What the answers about a file say: a refusal counts more than an acceptance. */
function bestOf(answers: readonly SmallFile[], sentName: string): Found | undefined {
  const read = answers.flatMap(({ name, bytes }) =>
    // A folder can have the sent file itself.
    name === sentName ? [] : (readAcknowledgment({ name, text: decodeClearingFile(bytes) }, sentName) ?? []),
  )
  return read.toSorted((one, other) => rankOf(other.says) - rankOf(one.says))[0]
}

function rankOf(says: Acknowledgment | null): number {
  return says === null ? -1 : acknowledgments.indexOf(says)
}

function masked({ secrets }: Services, account: ShownAccount, text: string): string {
  return text.replaceAll(openNumber(secrets, account).replace(/^0+/, ''), `…${account.account_last4}`)
}

function keep(services: Services, { id }: PositivePayFileRow, account: ShownAccount, found: Found) {
  return commit(services, undefined, async (unit) => {
    await beforeChange(unit.trx, 'positive-pay-file', id)
    const file = await findFile(unit.trx, id)
    // A user might have recorded the response in the meantime.
    if (!file || file.answer !== null || rankOf(found.says) <= rankOf(file.acknowledgment)) return
    const after = { acknowledgment: found.says, acknowledgment_text: found.text, acknowledged_at: moment(unit.now) }
    await updateFile(unit.trx, id, after)
    const { dealer_group_id: dealerGroupId } = file
    noteBankFile(unit, system, { entity: 'positive-pay-file', verb: 'acknowledge', id, dealerGroupId, after })
    if (found.says === 'refused') await tellOfRefusal(unit, file, account, found.text)
  })
}

async function tellOfRefusal(unit: Unit, file: PositivePayFileRow, account: ShownAccount, reason: string) {
  const accounts = [account]
  for (const id of otherAccountsOf(file)) accounts.push(present(await findAccount(unit.trx, id), `bank account ${id}`))
  const people = new Set<number>()
  for (const one of accounts) for (const { id } of await listReconcilers(unit.trx, one)) people.add(id)
  const why = reason === '' ? '' : ` It says: “${reason}”.`
  await unit.tell([...people], {
    event: 'bank-file-refused',
    key: `bank-file-refused/${file.id}`,
    actor: system,
    dealerGroupId: file.dealer_group_id,
    text: `The bank refused positive-pay file ${file.number} of ${account.name} (account ending in ${account.account_last4}).${why} Ask the bank, then record its response on the Positive Pay screen, so that the rows go into the next file.`,
  })
}
