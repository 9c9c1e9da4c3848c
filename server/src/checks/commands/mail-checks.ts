import { refusalUnknown } from '@check-requests/domain/checks/custody.ts'
import type { MailChecksInput } from '@check-requests/domain/checks/leaving/mailing.ts'
import type { ShownAccount } from '../../bank/queries/accounts.ts'
import { commit } from '../../platform/commit.ts'
import type { Services } from '../../services.ts'
import type { Caller } from '../../access/sessions/queries/caller.ts'
import type { Command } from '../../access/sessions/queries/command.ts'
import type { Db } from '../../tables.ts'
import { exceptionOf } from '../queries/checks.ts'
import type { CheckToMail, ReadyCheck } from '../queries/ready.ts'
import { isUnknownToBank } from './custody.ts'
import { issueCheck } from './issue.ts'
import { loadCheck } from './load.ts'
import { readyChecks } from './ready-checks.ts'

const mailed = {
  kind: 'mailed',
  receiver: null,
  relation: null,
  identification_last4: null,
  witness: null,
  note: null,
} as const

/** Records that checks are mailed, each with its tracking number, all of them or none; their requests are completed. */
export function mailChecks(
  services: Services,
  { caller, repeatable }: Command,
  { checks }: MailChecksInput,
): Promise<number> {
  // In one order, so that two who mail the same checks never wait for each other.
  const inTurn = checks.toSorted((one, other) => one.check_id - other.check_id)
  return commit(services, repeatable, async (unit) => {
    for (const { check_id, tracking_number } of inTurn)
      await issueCheck(unit, caller, await loadCheck(unit, caller, check_id), { ...mailed, tracking_number })
    return checks.length
  })
}

/** Checks that are ready to be mailed, by number: the first ones, of all accounts that the caller works with. */
export async function listToMail(services: Services, caller: Caller): Promise<CheckToMail[]> {
  const { read } = services.database
  const { accounts, checks } = await readyChecks(services, caller, { accountId: undefined, leaves: 'mailed' })
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  const toMail: CheckToMail[] = []
  for (const check of checks) {
    const account = accountOf.get(check.bank_account_id)
    if (account) toMail.push({ check, account, refusal: await refusalToMail(read, account, check) })
  }
  return toMail
}

async function refusalToMail(db: Db, account: ShownAccount, check: ReadyCheck): Promise<string | null> {
  if (!(await isUnknownToBank(db, account, check))) return null
  return refusalUnknown(check.number, exceptionOf(check)) ?? null
}
