import { checkRequestEndpoints as endpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { payeeEndpoints } from '@check-requests/domain/payees/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccount } from '../testing/checks.ts'
import { addDocument, pngOf } from '../testing/documents.ts'
import { onBothDatabases } from '../testing/on-databases.ts'
import type { PersonName, RoleWord } from '../testing/organization.ts'
import { addPayee, setPayees } from '../testing/payees.ts'
import { bring, type CreateBody, raise, raiseTo } from '../testing/requests.ts'
import { startWorld, type World } from '../testing/world.ts'

onBothDatabases('what speaks for or against a request, on $name', (kind) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(kind)
    await openAccount(world, { limit_per_check: 5000 })
    await setPayees(world, { payee_list: 'on', purposes: [{ purpose_id: 11, verified_needed: 'before approval' }] })
    await addPayee(world, 'Harbour Glass', { address: '9 Back St' })
  })
  afterAll(() => world.close())

  let last = 0
  const raised = async (changes: Partial<CreateBody>) => {
    last += 1
    return (await raise(world, 'requester-group', 'NWG/TOY/SVC', { po_purchase_no: `PO-F${last}`, ...changes })).id
  }
  const ask = async (id: number, name: PersonName = 'approver-group', role: RoleWord = 'approver') =>
    (await (await world.as(name, role)).call(endpoints.detail, { params: { id } })).data
  const found = async (id: number) => (await ask(id)).findings?.map(({ kind, text }) => `${kind}: ${text}`)
  const marks = async (ids: number[], name: PersonName = 'approver-group', role: RoleWord = 'approver') =>
    (await (await world.as(name, role)).call(endpoints.marks, { query: { ids: ids.join() } })).data
  const block = async (name: string) => {
    const { id, version } = await addPayee(world, name)
    const body = { reason: 'Two invoices were forged', version }
    const admin = await world.as('admin-group', 'admin')
    expect((await admin.call(payeeEndpoints.block, { params: { id }, body })).status).toBe(200)
  }

  test('lists what speaks against a request before what speaks for it, and only for those who decide', async () => {
    const first = await raised({ payee_name_1: 'Harbor Glass', amount: 9000, po_purchase_no: 'PO-SAME' })
    const id = await raised({ payee_name_1: 'Harbor Glass', amount: 9000, po_purchase_no: 'PO-SAME' })
    expect(await found(id)).toEqual([
      'payee-similar: Another payee looks like this payee.',
      'duplicate: Possible duplicate.',
      'no-document: No document is attached.',
      'over-limit: The amount is above the limit for one check of this dealership’s bank account.',
      'first-payment: First payment to this payee; 1 other in progress.',
      'no-address: The check will be mailed, but there is no mailing address.',
    ])
    const [similar, duplicate] = (await ask(id)).findings ?? []
    expect(similar?.about).toMatchObject([
      { kind: 'payee', name: 'Harbour Glass', text: 'Payee (new), nearly the same name' },
    ])
    expect(duplicate?.about).toMatchObject([
      { kind: 'request', id: first, text: '$9,000.00, Request, same payee and amount, same PO number' },
    ])
    expect((await ask(id, 'requester-group', 'requester')).findings).toBeUndefined()
    expect((await ask(id, 'admin-group', 'admin')).findings).toBeUndefined()
    expect((await ask(id, 'processor-group', 'processor')).findings).toBeUndefined()
  })

  test('names a blocked payee first, and refuses the approval with the same sentence', async () => {
    await block('Crook Holdings')
    const id = await raised({ payee_name_1: 'CROOK HOLDINGS, L.L.C.', mailing_address: '1 Elm St' })
    const sentence = `Crook Holdings is blocked: Two invoices were forged. Until an admin of the dealer group unblocks the payee, this request can’t be approved.`
    const { findings = [], version } = await ask(id)
    expect(findings[0]).toMatchObject({ kind: 'payee-blocked', text: sentence, about: [{ name: 'Crook Holdings' }] })
    const approver = await world.as('approver-group', 'approver')
    const reply = await approver.call(endpoints.changeStatus, { params: { id }, body: { status_id: 3, version } })
    expect([reply.status, reply.message]).toEqual([409, sentence])
    expect(await marks([id])).toEqual([{ id, marks: ['payee-blocked', 'no-document', 'first-payment'] }])
  })

  test('says that a payee must be verified first where its purpose asks for it', async () => {
    const id = await raised({ payee_name_1: 'Unverified Tools', purpose_id: 11 })
    expect((await found(id))?.[0]).toMatch(/^payee-unverified: Unverified Tools isn’t verified\. /)
  })

  test('compares the amount with earlier payments, and counts documents', async () => {
    for (const amount of [2000, 2100, 2200])
      await raiseTo(world, 7, 'requester-group', 'NWG/HON/SVC', {
        payee_name_1: 'Known For Long',
        amount,
        po_purchase_no: `PO-${amount}`,
      })
    const id = await raised({ payee_name_1: 'Known for Long, Inc.', amount: 4830, mailing_address: '1 Elm St' })
    await addDocument(await world.as('requester-group'), { request: id }, { name: 'one.png', content: pngOf(7, 7) })
    expect(await found(id)).toEqual([
      'amount-unusual: $4,830 is 2.3 times the usual $2,100.',
      'payments: 3 paid in 90 days, usually $2,100.',
      'documents: 1 document is attached.',
    ])
    expect(await marks([id])).toEqual([])
  })

  test('marks only open requests that the reader sees, in the given order', async () => {
    const one = await raised({ payee_name_1: 'Marked Twice', amount: 12, po_purchase_no: 'PO-M1' })
    const two = await raised({ payee_name_1: 'Marked Twice', amount: 12, po_purchase_no: 'PO-M2' })
    const other = await raise(world, 'requester-eastside', 'EAS/KIA/SVC', { payee_name_1: 'Elsewhere' })
    const all = ['duplicate', 'no-document', 'first-payment']
    expect(await marks([two, other.id, one])).toEqual([
      { id: two, marks: all },
      { id: one, marks: all },
    ])
    expect(await marks([one], 'everyone-eastside')).toEqual([])
    await bring(world, two, 8)
    expect(await marks([one, two])).toEqual([{ id: one, marks: ['no-document', 'first-payment'] }])
  })
})
