import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tokenEndpoints } from '@check-requests/domain/access/tokens/endpoints.ts'
import type { TokenScope } from '@check-requests/domain/access/tokens/scopes.ts'
import { journalEndpoints } from '@check-requests/domain/books/journal/endpoints.ts'
import { usualTemplate } from '@check-requests/domain/books/journal/template.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { attachmentEndpoints as attachments } from '@check-requests/domain/documents/attachments/endpoints.ts'
import { tokenScopesByHand } from '@check-requests/domain/testing/token-scopes-by-hand.ts'
import { dateOf } from '@check-requests/domain/values/calendar-date.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillChecks } from '../testing/checks.ts'
import { confirmControls } from '../testing/controls.ts'
import { pdfOf } from '../testing/documents.ts'
import { onOneDatabase } from '../testing/on-databases.ts'
import { bodyAt, raise } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

onOneDatabase('the client package, on $name', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'check-requests-client-'))
  const client = join(folder, 'node_modules/check-requests-client')
  let world: World
  let url: string
  beforeAll(async () => {
    const { writeClientPackage } = await import(join(root, 'scripts/package/client.mjs'))
    await writeClientPackage(client)
    world = await startWorld(kind)
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await world.close()
    rmSync(folder, { recursive: true })
  })

  async function tokenFor(scopes: readonly TokenScope[], role_id: 1 | 2): Promise<string> {
    const expires_on = dateOf(world.clock.read() + 30 * 86_400_000)
    const places = { dealership_ids: [], networks: [], expires_on }
    const body = { kind: 'program' as const, name: `DMS ${scopes}`, scopes: [...scopes], role_id, ...places }
    const { data } = await (await world.as('admin-group', 'admin')).call(tokenEndpoints.create, { body })
    await confirmControls(world)
    return data.secret
  }

  /** Runs an example of the package. Returns its exit code and what it printed. */
  function run(example: string, argument: string, token: string): Promise<{ code: number; printed: string }> {
    const env = { ...process.env, CHECK_REQUESTS_URL: url, CHECK_REQUESTS_TOKEN: token }
    const program = join(client, 'examples', example)
    return new Promise((resolve) =>
      execFile(process.execPath, [program, argument], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
      ),
    )
  }

  test('has a method for each call that tokens can make, and types that its examples comply with', () => {
    const types = readFileSync(join(client, 'index.d.mts'), 'utf8')
    const methods = [...types.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name)
    expect(methods.sort()).toEqual([...tokenScopesByHand.keys()].sort())
    expect(types).not.toMatch(/: unknown\b|: any\b/)
    const strict = ['--ignoreConfig', '--noEmit', '--checkJs', '--strict', '--module', 'nodenext', '--target', 'esnext']
    const wrong = join(folder, 'wrong.mts')
    const call = `(await connect({ url: '', token: '' }).listPurposes())[0]?.nam`
    writeFileSync(wrong, `import { connect } from 'check-requests-client'\nexport const name = ${call}\n`)
    const files = readdirSync(join(client, 'examples')).map((name) => join(client, 'examples', name))
    const typed = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), ...files, wrong]
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...strict, ...typed], { encoding: 'utf8' })
    expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(/wrong\.mts.*Property 'nam' does not exist/)])
  })

  test('repeats a call whose answer was lost, which takes effect once, and passes on the server’s refusal', async () => {
    const { connect, CallFailed } = await import(join(client, 'index.mjs'))
    let lost = 0
    const losing: typeof fetch = async (...call) => {
      const answer = await fetch(...call)
      if (lost > 0 || answer.status !== 201) return answer
      lost += 1
      throw new TypeError('fetch failed')
    }
    const own = connect({ url, token: await tokenFor(['read', 'raise'], 2), fetch: losing })
    await own.createCheckRequest({ body: bodyAt(world.ids, 'NWG/TOY/SVC') })
    expect([lost, (await own.listCheckRequests()).total]).toEqual([1, 1])
    const refused = await own.listUsers().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CallFailed)
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining('doesn’t have the scope') })
  })

  test('raises a request for each row of a CSV file once, and names the rows that are refused', async () => {
    const token = await tokenFor(['raise'], 2)
    const file = join(folder, 'payments.csv')
    writeFileSync(
      file,
      [
        'Reference,Dealership,Department,Purpose,Delivery,Carrier,Payee,Amount,Invoice,PO',
        'AP-1,TOY,SVC,Parts,USPS Mail,USPS,"Harbor Paint, ""Best"" Supply",1250.50,INV-1,PO-1',
        'AP-2,TOY,,Parts,USPS Mail,USPS,Lakeside Glass,0,INV-2,PO-2',
        'AP-3,TOY,SVC,Parts,USPS Mail,USPS,Lakeside Glass,99.95,INV-3,PO-3',
      ].join('\r\n'),
    )
    const first = await run('raise-from-csv.mjs', file, token)
    const raised = [...first.printed.matchAll(/^(AP-\d): NWG-TOY-SVC-\d+$/gm)].map(([, reference]) => reference)
    expect([first.code, raised]).toEqual([1, ['AP-1', 'AP-3']])
    expect(first.printed).toContain('AP-2: Amount must be at least 0.01.\n')
    expect(await run('raise-from-csv.mjs', file, token)).toEqual(first)
    const processor = await world.as('processor-group')
    const { data } = await processor.call(checkRequestEndpoints.list, { query: { search: 'INV-' } })
    expect(data.items.map(({ payee_name_1, amount }) => [payee_name_1, amount])).toEqual([
      ['Lakeside Glass', 99.95],
      ['Harbor Paint, "Best" Supply', 1250.5],
    ])
  })

  const header = 'Reference,Dealership,Department,Purpose,Delivery,Carrier,Payee,Amount,Invoice,PO'
  const csvOf = (name: string, ...lines: string[]) => {
    const file = join(folder, name)
    writeFileSync(file, lines.join('\r\n'))
    return file
  }

  test('reads a CSV file as Excel saves it, and raises nothing twice for two such files', async () => {
    const token = await tokenFor(['raise'], 2)
    const row = (reference: string, payee: string) =>
      `${reference},TOY,SVC,Parts,USPS Mail,USPS,${payee},12.50,INV-${reference},PO-${reference}`
    const one = await run('raise-from-csv.mjs', csvOf('one.csv', `\uFEFF${header}`, row('XL-1', 'Excel Paint')), token)
    const two = await run('raise-from-csv.mjs', csvOf('two.csv', `\uFEFF${header}`, row('XL-2', 'Excel Glass')), token)
    expect([one, two]).toEqual([
      { code: 0, printed: expect.stringMatching(/^XL-1: NWG-TOY-SVC-\d+\n$/) },
      { code: 0, printed: expect.stringMatching(/^XL-2: NWG-TOY-SVC-\d+\n$/) },
    ])
  })

  test.each([
    ['without the column Reference', header.replace('Reference,', ''), 'The column Reference is missing'],
    ['separated by semicolons', header.replaceAll(',', ';'), 'The columns Reference, Dealership, Department,'],
    ['with a row without a reference', `${header}\r\n,TOY,SVC,Parts,USPS Mail,USPS,Nobody,1.00,,`, 'Row 2 has no Ref'],
    ['with a reference twice', `${header}\r\nA-1,TOY,,,,,,1.00,,\r\nA-1,TOY,,,,,,2.00,,`, 'Row 3 repeats the Ref'],
  ])('refuses a CSV file %s, and raises nothing', async (_, content, problem) => {
    const { code, printed } = await run(
      'raise-from-csv.mjs',
      csvOf('refused.csv', content),
      await tokenFor(['raise'], 2),
    )
    expect([code, printed.trim().split('\n')]).toEqual([1, [expect.stringContaining(problem)]])
  })

  test('names the codes and names in a CSV file that don’t exist, and asks for a file if there is none', async () => {
    const token = await tokenFor(['raise'], 2)
    const row = (reference: string, places: string) => `${reference},${places},USPS Mail,USPS,Nobody,1.00,,PO-1`
    const rows = [row('N-1', 'ABC,SVC,Parts'), row('N-2', 'TOY,ABC,Parts'), row('N-3', 'TOY,SVC,Abc')]
    const { code, printed } = await run('raise-from-csv.mjs', csvOf('unknown.csv', header, ...rows), token)
    expect([code, printed.trim().split('\n')]).toEqual([
      1,
      [
        'N-1: There is no dealership with the code ABC.',
        'N-2: There is no department with the code ABC in TOY.',
        'N-3: There is no purpose named Abc.',
      ],
    ])
    expect(await run('raise-from-csv.mjs', '', token)).toEqual({
      code: 1,
      printed: 'Name the CSV file: node raise-from-csv.mjs FILE\n',
    })
  })

  test('says once that a program in the role Admin can’t raise requests from a CSV file', async () => {
    const row = 'AD-1,TOY,SVC,Parts,USPS Mail,USPS,Lakeside Glass,9.95,INV-AD,PO-AD'
    const { code, printed } = await run(
      'raise-from-csv.mjs',
      csvOf('ad.csv', header, row, row.replace('1', '2')),
      await tokenFor(['raise'], 1),
    )
    expect([code, printed.trim().split('\n')]).toEqual([
      1,
      ['This program raises requests for itself, so its role must be Requester. Add a program in the role Requester.'],
    ])
  })

  test('attaches the documents of a folder to their requests, and names the requests that don’t exist', async () => {
    const { request_number, id } = await raise(world, 'requester-group', 'NWG/TOY/SVC')
    const documents = mkdtempSync(join(folder, 'documents-'))
    writeFileSync(join(documents, `${request_number} invoice.pdf`), await pdfOf('Two cans of paint'))
    writeFileSync(join(documents, 'NWG-999999 invoice.pdf'), await pdfOf('Unknown'))
    const sent = await run('send-documents.mjs', documents, await tokenFor(['read', 'documents'], 1))
    expect(sent).toEqual({ code: 1, printed: expect.stringContaining(`${request_number} invoice.pdf: attached`) })
    expect(sent.printed).toContain('NWG-999999 invoice.pdf: Error: There is no check request NWG-999999.')
    const { data } = await (await world.as('approver-group')).call(attachments.list, { params: { id } })
    expect(data.map(({ name }) => name)).toEqual(['invoice.pdf'])
    expect(readdirSync(join(documents, 'sent'))).toEqual([`${request_number} invoice.pdf`])
  })

  test('stores the journal every night, including what an earlier night missed', async () => {
    await fillChecks(world)
    const admin = await world.as('admin-group', 'admin')
    const params = { id: world.ids.places.NWG }
    const today = dateOf(world.clock.read())
    const body = { begins_on: today, template: { ...usualTemplate } }
    await admin.call(journalEndpoints.save, { params, body })
    const token = await tokenFor(['books'], 1)
    const nights = mkdtempSync(join(folder, 'journal-'))
    expect((await run('fetch-journal.mjs', nights, token)).code).toBe(0)
    const [file = ''] = readdirSync(nights)
    expect(file).toBe('NWG-journal-00001.csv')
    const content = readFileSync(join(nights, file))
    expect(String(content)).toContain(',Payee 1 of NWG,')
    rmSync(join(nights, file))
    await run('fetch-journal.mjs', nights, token)
    expect(readFileSync(join(nights, file))).toEqual(content)
    expect(await run('fetch-journal.mjs', nights, token)).toEqual({ code: 0, printed: '' })
  })
})
