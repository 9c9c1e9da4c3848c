import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireSecretsKey } from '../open.ts'
import { secureRandom } from '../platform/crypto/hashes.ts'
import { Secrets } from '../platform/crypto/secrets.ts'
import { approved, openAccount, secretNumber, signed } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { startWorld, type World } from '../testing/world.ts'
import { verifyTrail } from '../trail/commands/verify.ts'
import { rotateSecrets } from './commands/rotate-secrets.ts'
import { findAccount } from './queries/accounts.ts'
import { openNumber } from './queries/stored-account.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-requests-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('decrypts a text only in its own context and with the key that encrypted it', () => {
  const file = join(folder, 'one.json')
  const secrets = new Secrets(() => file, secureRandom)
  const sealed = secrets.seal('4400128830', 'account 1')
  expect(sealed).not.toContain('4400128830')
  expect(secrets.open(sealed, 'account 1')).toBe('4400128830')
  expect(() => secrets.open(sealed, 'account 2')).toThrow()
  expect(() => secrets.open(`${sealed.slice(0, -4)}AAAA`, 'account 1')).toThrow()
  secrets.addKey()
  expect(secrets.open(sealed, 'account 1')).toBe('4400128830')
  expect(secrets.seal('x', 'y').split('.')[0]).not.toBe(sealed.split('.')[0])
  const others = new Secrets(() => join(folder, 'other.json'), secureRandom)
  others.seal('x', 'y')
  expect(() => others.open(sealed, 'account 1')).toThrow(
    /is missing from .*other\.json\. Restore the file from your copy/,
  )
  expect(readFileSync(file, 'utf8')).not.toContain('4400128830')
})

onOneDatabase('key rotation on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
  })
  afterAll(() => world.close())

  test('encrypts account numbers and files with the new key, and refuses to start without the key file', async () => {
    const { id } = await openAccount(world)
    const admin = await world.as('admin-group', 'admin')
    const template = { positive_pay_template: shippedTemplates[0]?.template ?? null }
    await admin.call(bankFileEndpoints.saveForms, { params: { id }, body: template })
    await confirmControls(world)
    await signed(world, { id }, [await approved(world)])
    const processor = await world.as('processor-group', 'processor')
    const { data } = await processor.call(bankFileEndpoints.makePositivePay, { params: { id }, body: {} })
    const path = `/api/v1/positive-pay/${data.id}/file`
    const before = [await sealedOf(id), (await processor.send('GET', path)).text]
    expect(await rotateSecrets(world.services)).toBe(2)
    expect(await sealedOf(id)).not.toBe(before[0])
    expect((await processor.send('GET', path)).text).toBe(before[1])
    const account = await findAccount(world.database.read, id)
    expect(account && openNumber(world.services.secrets, account)).toBe(secretNumber)
    expect((await verifyTrail(world.database, null)).mismatches).toEqual([])
    const place = { ...world.services.config, secretsKeyFile: join(folder, 'gone.json') }
    await expect(requireSecretsKey(world.database.read, place)).rejects.toThrow(/The key .*gone\.json is missing/)
  })

  const sealedOf = async (id: number) => (await findAccount(world.database.read, id))?.sealed_number
})
