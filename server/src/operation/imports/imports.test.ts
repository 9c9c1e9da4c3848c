import { approvalEndpoints } from '@check-requests/domain/approvals/endpoints.ts'
import { importEndpoints as endpoints } from '@check-requests/domain/operation/imports/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { userEndpoints } from '@check-requests/domain/people/users/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPerson } from '../../access/accounts/queries/people.ts'
import { findSecondPeople } from '../../access/pending-accounts/commands/second-people.ts'
import { onOneDatabase } from '../../testing/on-databases.ts'
import type { PersonName } from '../../testing/organization.ts'
import { addPayee } from '../../testing/payees.ts'
import { addTitle, anyone, putInForce } from '../../testing/policies.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { verifyTrail } from '../../trail/commands/verify.ts'

const payeeHead = 'Name,Type,Sub Type,Address,Email,Phone,Usual Purpose,Note'
const peopleHead =
  'First Name,Last Name,Email,Username,Title,Roles,Primary Role,Access,Dealerships,Departments,Approval Titles'

onOneDatabase('imports on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await addTitle(world, 'Controller', [])
  })
  afterAll(() => world.close())

  const admin = (name: PersonName = 'admin-group') => world.as(name, 'admin')
  const bodyOf = (head: string, lines: readonly string[], group: 'NWG' | 'EAS' = 'NWG') => ({
    dealer_group_id: world.ids.places[group],
    csv: [head, ...lines].join('\r\n'),
  })
  const payees = async (search: string) =>
    (await (await admin()).call(payeeEndpoints.list, { query: { search } })).data.items
  const people = async () => (await (await admin('admin-super')).call(userEndpoints.list)).data

  describe('a payee import', () => {
    test('previews the payees in a file, and adds all of them as unverified', async () => {
      const body = bodyOf(payeeHead, [
        '"Import Paint, Inc.",business,VENDOR,"1 Dock St\nAstoria",Bill@Paint.example,(503) 555-0142,parts,=1+1',
        'Import Person,Individual,Customer,,,,,',
      ])
      const client = await admin()
      const preview = await client.call(endpoints.previewPayees, { body })
      expect(preview.data).toEqual({
        problems: [],
        rows: [
          expect.objectContaining({
            line: 2,
            name: 'Import Paint, Inc.',
            payee_type: 'business',
            purpose_name: expect.stringMatching(/^parts$/i),
          }),
          expect.objectContaining({ line: 4, name: 'Import Person', address: null, purpose_name: null }),
        ],
      })
      expect(await payees('import')).toEqual([])
      const added = await client.call(endpoints.payees, { body })
      expect([added.status, added.data]).toEqual([201, { added: 2 }])
      expect(await payees('import')).toMatchObject([
        { name: 'Import Paint, Inc.', address: '1 Dock St\nAstoria', email: 'bill@paint.example', state: 'new' },
        { name: 'Import Person', payee_sub_type: 'customer', edited_by: [{ name: 'admin-group Tester' }] },
      ])
      expect((await client.call(endpoints.payees, { body })).error.fields).toEqual({
        csv: 'Line 2: “Import Paint, Inc.” is already on the list as “Import Paint, Inc.”. Leave this line out. (1 more)',
      })
    })

    test('lists every problem by line, and adds nothing', async () => {
      await addPayee(world, 'Known Glass')
      const body = bodyOf(payeeHead, [
        'Fine,Business,Vendor,,,,,',
        'KNOWN glass.,Business,Vendor,,,,,',
        'Twice,Business,Vendor,,,,,',
        'twice,Business,Vendor,,,,,',
        ',Firm,Both,,no mail,,Unheard of,',
        'Too,Few',
      ])
      const client = await admin()
      const { data } = await client.call(endpoints.previewPayees, { body })
      expect(data.problems).toEqual([
        { line: 3, message: '“KNOWN glass.” is already on the list as “Known Glass”. Leave this line out.' },
        { line: 5, message: '“twice” is already on line 4. Keep only one of them.' },
        { line: 6, message: 'Name: Payee name is required' },
        { line: 6, message: 'Type: Enter Individual or Business.' },
        { line: 6, message: 'Sub Type: Enter Vendor or Customer.' },
        { line: 6, message: 'Email: Enter an email address.' },
        { line: 6, message: 'There is no purpose “Unheard of”.' },
        { line: 7, message: 'This line has 2 values, but the first line names 8 columns.' },
      ])
      const refused = await client.call(endpoints.payees, { body })
      expect([refused.status, refused.error.fields?.csv]).toEqual([
        422,
        expect.stringContaining('Line 3: “KNOWN glass.” is already on the list'),
      ])
      expect(await payees('fine')).toEqual([])
    })

    test('refuses invalid or oversized files, other dealer groups, and read-only users', async () => {
      const client = await admin()
      const problems = async (csv: string) =>
        (await client.call(endpoints.previewPayees, { body: { ...bodyOf('', []), csv } })).data.problems
      expect(await problems('Name;Type\nA;Business')).toEqual([
        { line: 1, message: 'The column “Sub Type” is missing. Add it to the first line.' },
      ])
      expect(await problems(payeeHead)).toEqual([{ line: 1, message: 'This file has no rows below the column names.' }])
      const many = Array.from({ length: 1001 }, (_, index) => `Many ${index},Business,Vendor,,,,,`)
      expect((await problems([payeeHead, ...many].join('\n')))[0]?.message).toContain(
        'This file has 1,001 rows. Split it',
      )
      const foreign = bodyOf(payeeHead, ['Foreign,Business,Vendor,,,,,'], 'EAS')
      expect((await client.call(endpoints.payees, { body: foreign })).status).toBe(404)
      const approver = await world.as('approver-group')
      expect((await approver.call(endpoints.payees, { body: foreign })).status).toBe(403)
      const large = { ...foreign, csv: 'x'.repeat(600_001) }
      expect((await client.call(endpoints.previewPayees, { body: large })).status).toBe(422)
    })

    test('adds payees only once when the same file is sent twice at the same time', async () => {
      const body = bodyOf(payeeHead, ['Race One,Business,Vendor,,,,,', 'Race Two,Business,Vendor,,,,,'])
      const replies = await Promise.all(
        (['admin-group', 'everyone'] as const).map(async (name) =>
          (await admin(name)).call(endpoints.payees, { body }),
        ),
      )
      const statuses = replies.map(({ status }) => status).sort()
      expect(statuses[0]).toBe(201)
      expect([409, 422]).toContain(statuses[1])
      expect(await payees('race')).toHaveLength(2)
    })
  })

  describe('a user import', () => {
    const rows = [
      'Ida,Reed,Ida@Import.example,,Advisor,Requester,,Department,TOY,TOY/SVC,',
      'Omar,Vance,omar@import.example,omar,,Approver; Requester,Approver,dealership,TOY; HON,,Controller @ TOY',
    ]

    test('adds accounts with roles, locations, and titles, with deciding roles pending confirmation', async () => {
      const client = await admin()
      const body = bodyOf(peopleHead, rows)
      const preview = await client.call(endpoints.previewPeople, { body })
      expect(preview.data).toMatchObject({
        problems: [],
        are_mailed: false,
        rows: [
          { line: 2, name: 'Ida Reed', email: 'ida@import.example', role_names: ['Requester'] },
          { line: 3, name: 'Omar Vance', role_names: ['Approver', 'Requester'] },
        ],
      })
      expect(preview.data.rows[1]?.approval_titles).toEqual([expect.stringMatching(/^Controller, /)])
      const { status, data } = await client.call(endpoints.people, { body })
      expect([status, data.added]).toEqual([201, 2])
      const passwords = data.people.map(({ password }) => password)
      expect(new Set(passwords).size).toBe(2)
      for (const password of passwords) expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
      const all = await people()
      const [ida, omar] = data.people.map(({ id }) => all.find((one) => one.id === id))
      expect(ida).toMatchObject({ username: 'Ida@Import.example', title: 'Advisor', access_level: '3', active: true })
      expect(omar).toMatchObject({ primary_role: 3, role_ids: [2, 3], access_level: '2' })
      const titles = await client.call(approvalEndpoints.titles)
      const holders = titles.data.find(({ name }) => name === 'Controller')?.holders
      expect(holders).toMatchObject([{ user_id: omar?.id }])
      const { read } = world.database
      const waiting = read
        .selectFrom('waiting_roles')
        .select(['user_id', 'role_id'])
        .where('user_id', '>=', ida?.id ?? 0)
      expect(await waiting.execute()).toEqual([{ user_id: omar?.id, role_id: 3 }])
      const notified = read
        .selectFrom('notices')
        .select('user_id')
        .where('account_id', '>=', ida?.id ?? 0)
      const own = world.ids.people['admin-group']
      const person = await findPerson(read, omar?.id ?? 0)
      const others = person && (await findSecondPeople(read, person, [own], world.clock.read()))
      expect(others?.length).toBeGreaterThan(1)
      expect((await notified.orderBy('user_id').execute()).map(({ user_id }) => user_id)).toEqual(
        others?.map(({ userId }) => userId).sort((one, other) => one - other),
      )
      const login = { email: 'omar@import.example', password: passwords[1] }
      expect((await client.send('POST', '/api/v1/auth/login', { body: login })).status).toBe(200)
    })

    test('lists every problem by line, and adds no users', async () => {
      const before = (await people()).length
      const body = bodyOf(peopleHead, [
        'Fine,Person,fine@import.example,,,Requester,,Department,TOY,SVC,',
        'Fine,Again,FINE@import.example,,,Requester,,Dealer group,,,',
        'Old,Person,ida@import.example,,,Requester,,Dealer group,,,',
        'No,Where,nowhere@import.example,,,Clerk,,Region,NOPE,NOPE/NIL,Treasurer',
        'No,Mail,nothing,,,Approver; Requester,,Dealership,,,',
        'An,Admin,admin2@import.example,,,Admin,,Dealer group,,,',
      ])
      const client = await admin()
      const { data } = await client.call(endpoints.previewPeople, { body })
      expect(data.problems).toEqual([
        { line: 3, message: 'fine@import.example is already on line 2. Keep only one of them.' },
        { line: 4, message: 'There is already a user with the email ida@import.example. Leave this line out.' },
        { line: 5, message: '“Clerk” isn’t a role. Enter Admin, Requester, Approver, or Processor.' },
        { line: 5, message: 'Access: Enter Dealer group, Dealership, or Department.' },
        {
          line: 5,
          message: 'There is no dealership “NOPE” in this dealer group. Enter the code or name of a dealership.',
        },
        {
          line: 5,
          message: 'There is no department “NOPE/NIL” in these dealerships. Enter a department in the form TOY/SVC.',
        },
        { line: 5, message: 'There is no approval title “Treasurer” in this dealer group.' },
        { line: 5, message: 'At least one role is required' },
        { line: 6, message: 'Enter an email address.' },
        { line: 6, message: 'Primary role is required when multiple roles are selected' },
        { line: 6, message: 'Dealership is required for this access level' },
        { line: 7, message: 'Only super admins can assign the Admin role. Ask a super admin.' },
      ])
      expect((await client.call(endpoints.people, { body })).status).toBe(422)
      expect(await people()).toHaveLength(before)
    })

    test('refuses access beyond the importer’s own access, and emails that another dealer group uses', async () => {
      const narrow = await admin('admin-dealership')
      const wide = bodyOf(peopleHead, ['Wide,Scope,wide@import.example,,,Requester,,Dealer group,,,'])
      expect((await narrow.call(endpoints.previewPeople, { body: wide })).data.problems).toEqual([
        { line: 2, message: 'You can’t give users access to more locations than you have.' },
      ])
      const taken = (await people()).find(({ email }) => email.includes('eastside'))?.email
      const body = bodyOf(peopleHead, [
        'First,Person,first@import.example,,,Requester,,Dealer group,,,',
        `Taken,Person,${taken},,,Requester,,Dealer group,,,`,
      ])
      const refused = await (await admin()).call(endpoints.people, { body })
      expect([refused.status, refused.message]).toEqual([
        409,
        `Line 3: There is already a user with the email ${taken}.`,
      ])
      expect((await people()).some(({ email }) => email === 'first@import.example')).toBe(false)
    })

    test('imports users only once when a call is repeated with one key, and doesn’t show the passwords again', async () => {
      const body = bodyOf(peopleHead, ['Once,Only,once@import.example,,,Requester,,Dealer group,,,'])
      const client = (await admin()).with({ 'idempotency-key': 'import-once' })
      const first = await client.call(endpoints.people, { body })
      const second = await client.call(endpoints.people, { body })
      expect(first.data.people[0]?.password).not.toBeNull()
      expect(second.data).toEqual({ ...first.data, people: [{ ...first.data.people[0], password: null }] })
    })
  })

  test('leaves imported titles pending confirmation along with the account when a policy is in force', async () => {
    await putInForce(world, { rules: [], otherwise: { steps: [{ name: 'Approval', approvers: anyone }] } })
    const body = bodyOf(peopleHead, ['Title,Holder,titled@import.example,,,Approver,,Dealer group,,,Controller'])
    const { data } = await (await admin()).call(endpoints.people, { body })
    const { read } = world.database
    const waiting = read.selectFrom('account_confirmations').select(['changes', 'titles_in_force', 'in_effect'])
    expect(await waiting.where('user_id', '=', data.people[0]?.id ?? 0).execute()).toEqual([
      { changes: expect.stringContaining('titles'), titles_in_force: '[]', in_effect: 0 },
    ])
  })

  test('returns working passwords in only one answer when a call is sent twice at the same time', async () => {
    const body = bodyOf(peopleHead, ['Both,Once,both@import.example,,,Requester,,Dealer group,,,'])
    const client = (await admin()).with({ 'idempotency-key': 'import-both' })
    const replies = await Promise.all([
      client.call(endpoints.people, { body }),
      client.call(endpoints.people, { body }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    const [password, ...others] = replies.flatMap(({ data }) => data.people[0]?.password ?? [])
    expect(others).toEqual([])
    const login = { email: 'both@import.example', password }
    expect((await client.send('POST', '/api/v1/auth/login', { body: login })).status).toBe(200)
  })

  test('keeps the audit trail intact', async () => {
    const { intact, mismatches } = await verifyTrail(world.database, null)
    expect({ intact, mismatches }).toEqual({ intact: true, mismatches: [] })
  })
})
