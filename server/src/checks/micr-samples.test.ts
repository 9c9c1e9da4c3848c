import { bankingEndpoints } from '@check-requests/domain/bank/endpoints.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { micrCell, micrPaths, micrSymbols } from '@check-requests/domain/checks/micr/glyphs.ts'
import { checkPaperEndpoints } from '@check-requests/domain/checks/papers/endpoints.ts'
import { auditEndpoints } from '@check-requests/domain/trail/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approved, openAccount, printed, secretNumber } from '../testing/checks.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import { pointsText, type ReadPage, readPdf } from '../testing/pdf-reading.ts'
import { startWorld, type World } from '../testing/world.ts'

const shapes = new Map(
  micrSymbols.map((symbol) => [
    pointsText(
      micrPaths(symbol)
        .flat()
        .flatMap((step) => (step.kind === 'curve' ? [...step.handles, step.to] : [step.to]))
        .map(([x, y]) => [x * micrCell, y * micrCell]),
    ),
    symbol,
  ]),
)

/** The MICR lines of a page, from its top, as digits and the first letters of other symbols. */
function linesOf({ shapes: drawn }: ReadPage): string[] {
  const byLine = Map.groupBy(drawn, ({ low }) => Math.round(low / 100))
  return [...byLine]
    .toSorted(([one], [other]) => other - one)
    .map(([, line]) =>
      line
        .toSorted((one, other) => one.left - other.left)
        .map(({ points }) => (shapes.get(points) ?? '?').charAt(0))
        .join(''),
    )
}

onBothDatabases('samples for the MICR test on $name', (kind) => {
  let world: World
  let account: BankAccountReply
  beforeAll(async () => {
    world = await startWorld(kind)
    account = await openAccount(world, { micr: true })
  })
  afterAll(() => world.close())

  const samples = async (person: 'processor-group' | 'processor-eastside' = 'processor-group') =>
    (await world.as(person, 'processor')).call(checkPaperEndpoints.micrSamples, { params: { id: account.id } })
  const change = async (body: object) =>
    (await world.as('admin-group', 'admin')).call(bankingEndpoints.update, { params: { id: account.id }, body })

  const accountAt = (next_check_number: number) =>
    openAccount(world, {
      name: `From ${next_check_number}`,
      account_number: `5566${next_check_number}`,
      micr: true,
      next_check_number,
      dealership_ids: [world.ids.places['NWG/HON']],
    })

  test('draws ten sheets with the account’s MICR line, VOID across, and numbers of their own', async () => {
    const file = await samples()
    expect([file.status, file.headers['content-disposition']]).toEqual([200, 'attachment; filename="micr-samples.pdf"'])
    const pages = await readPdf(file.bytes)
    expect(pages).toHaveLength(10)
    for (const [index, page] of pages.entries()) {
      const texts = page.texts.map(({ text }) => text)
      expect(texts).toContain('VOID - NON-NEGOTIABLE')
      expect(texts).toContain(String(999_970 + index))
      expect(linesOf(page)).toEqual([`o${999_970 + index}ot021200025t${secretNumber}o`])
    }
  })

  test('records no check, takes no number, and is in the audit trail', async () => {
    const before = await (await world.as('processor-group', 'processor')).call(checkEndpoints.list, { query: {} })
    await samples()
    const client = await world.as('admin-group', 'admin')
    expect((await client.call(checkEndpoints.list, { query: {} })).data.items).toEqual(before.data.items)
    const { data } = await client.call(bankingEndpoints.one, { params: { id: account.id } })
    expect(data.next_check_number).toBe(account.next_check_number)
    const trail = await client.call(auditEndpoints.list, { query: { action: 'bank-account.print-samples' } })
    expect(trail.data.items[0]).toMatchObject({
      entity_id: account.id,
      actor_name: 'processor-group Tester',
      after: { first_number: 999_970, sheets: 10 },
    })
  })

  test('never gives a sample’s number to a check', async () => {
    const near = await accountAt(999_965)
    const client = await world.as('processor-group', 'processor')
    expect((await client.call(checkPaperEndpoints.micrSamples, { params: { id: near.id } })).status).toBe(200)
    const request = await approved(world, {}, 'NWG/HON/SVC')
    const run = { bank_account_id: near.id, check_request_ids: [request.id] }
    for (const first_number of [999_970, 999_999]) {
      const refused = await client.call(printRunEndpoints.make, { body: { ...run, first_number } })
      expect([refused.status, refused.message]).toEqual([
        409,
        'Number 999970 is kept for samples of the MICR line (999970 to 999999). Continue at a different number.',
      ])
    }
  })

  test('has thirty numbers on ten sheets with three checks each', async () => {
    await change({ layout: 'three' })
    const pages = await readPdf((await samples()).bytes)
    expect(pages).toHaveLength(10)
    expect(pages.flatMap(linesOf)).toEqual(
      Array.from({ length: 30 }, (_, index) => `o${999_970 + index}ot021200025t${secretNumber}o`),
    )
  })

  test('refuses samples without a MICR line, to other groups, and to requesters', async () => {
    expect((await samples('processor-eastside')).status).toBe(404)
    const requester = await world.as('requester-group', 'requester')
    const refused = await requester.call(checkPaperEndpoints.micrSamples, { params: { id: account.id } })
    expect(refused.status).toBe(403)
    await change({ stock: 'preprinted' })
    const without = await samples()
    expect([without.status, without.message]).toEqual([
      409,
      'Account Operating doesn’t print a MICR line, so it has no samples. Turn on the MICR line first.',
    ])
  })

  test('refuses samples of an account whose checks have reached their numbers', async () => {
    const near = await accountAt(999_971)
    await printed(world, near, [await approved(world, {}, 'NWG/HON/SVC')])
    const client = await world.as('processor-group', 'processor')
    const refused = await client.call(checkPaperEndpoints.micrSamples, { params: { id: near.id } })
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringMatching(/^The numbers 999970 to 999999 are needed/),
    ])
  })
})
