import { sealClientSecrets } from '../../access/identity-providers/commands/manage-providers.ts'
import { resealApps } from '../../access/second-factor/commands/codes.ts'
import { sealWebhooks } from '../../notices/webhooks/commands/manage.ts'
import { commit } from '../../platform/database/commit.ts'
import type { Services, Unit } from '../../services.ts'
import type { Actor } from '../../trail/commands/append.ts'
import { beforeChange } from '../../trail/commands/changes.ts'
import { type BankAccountRow, listEveryAccount, updateAccount } from '../queries/accounts.ts'
import { fileContext, listEveryFile, type PositivePayFileRow, updateFile } from '../queries/positive-pay.ts'
import {
  openBankNames,
  openDestination,
  openNumber,
  sealBankNames,
  sealDestination,
  storedNumber,
  waitingOf,
} from '../queries/stored-account.ts'

const console: Actor = { userId: null, name: 'Command line', roleId: null, sessionId: null }

/**
 * Encrypts every secret with a new key in one transaction. Earlier keys stay in the key file, so that older backups of
 * the database remain readable. Returns the number of secrets.
 */
export async function rotateSecrets(services: Services): Promise<number> {
  services.secrets.addKey()
  return commit(services, undefined, async (unit) => {
    const accounts = await listEveryAccount(unit.trx)
    const files = await listEveryFile(unit.trx)
    await beforeChange(unit.trx, 'bank-account', ...accounts.map(({ id }) => id))
    await beforeChange(unit.trx, 'positive-pay-file', ...files.map(({ id }) => id))
    for (const account of accounts) await sealAccount(services, unit, account)
    for (const file of files) await sealFile(services, unit, file)
    const groups = [...accounts, ...files].map(({ dealer_group_id }) => dealer_group_id)
    const groupsOfProviders = await sealClientSecrets(services, unit)
    const groupsOfWebhooks = await sealWebhooks(services, unit)
    for (const chain of new Set([...groups, ...groupsOfProviders, ...groupsOfWebhooks]))
      unit.audit({ actor: console, chain, entity: 'installation', entityId: null, action: 'secrets.rotate-key' })
    const apps = await resealApps(services, unit, console)
    return accounts.length + files.length + groupsOfProviders.length + groupsOfWebhooks.length + apps
  })
}

async function sealAccount({ secrets }: Services, { trx }: Unit, account: BankAccountRow): Promise<void> {
  const { dealer_group_id, routing_number } = account
  const fresh = storedNumber(secrets, dealer_group_id, routing_number, openNumber(secrets, account))
  const waiting = waitingOf(account)
  const then = { ...account, ...waiting }
  const isWaiting = waiting.sealed_number !== undefined
  const waits = isWaiting
    ? { ...waiting, ...storedNumber(secrets, dealer_group_id, then.routing_number, openNumber(secrets, then)) }
    : waiting
  await updateAccount(trx, account.id, {
    ...fresh,
    sealed_destination: sealDestination(secrets, account, openDestination(secrets, account)),
    sealed_bank_names: sealBankNames(secrets, account, openBankNames(secrets, account)),
    waiting: account.waiting === null ? null : JSON.stringify(waits),
  })
}

async function sealFile({ secrets }: Services, { trx }: Unit, file: PositivePayFileRow): Promise<void> {
  const context = fileContext(file)
  await updateFile(trx, file.id, { sealed_content: secrets.seal(secrets.open(file.sealed_content, context), context) })
}
