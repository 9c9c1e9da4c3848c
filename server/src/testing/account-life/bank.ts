import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { stockEndpoints } from '@check-requests/domain/bank/stock/endpoints.ts'
import { formOf } from '../documents.ts'
import { boxes, happens, type Life, note, oneOf, registerOf, someone } from './life.ts'

export async function receiveBox(life: Life): Promise<void> {
  const first_number = ((await boxes(life))[0]?.next_number ?? 0) + life.dice.below(20)
  const body = { place: 'Safe', first_number, last_number: first_number + 8 + life.dice.below(12) }
  const parts = { params: { id: life.account.id }, body }
  note(life, 'receiveBox', await (await someone(life)).call(stockEndpoints.receive, parts))
}

export async function countBox(life: Life): Promise<void> {
  const client = await someone(life)
  for (const { id, first_number, last_number, state } of await boxes(life)) {
    if (state !== 'received' || last_number === null) continue
    const body = { first_number, last_number }
    note(life, 'countBox', await client.call(stockEndpoints.count, { params: { id }, body }))
  }
}

export async function putBoxInUse(life: Life): Promise<void> {
  const counted = (await boxes(life)).filter(({ state }) => state === 'counted')
  const box = oneOf(life, counted)
  if (!box) return
  note(life, 'putBoxInUse', await (await someone(life)).call(stockEndpoints.use, { params: { id: box.id }, body: {} }))
}

export async function tellBank(life: Life): Promise<void> {
  const parts = { params: { id: life.account.id }, body: {} }
  note(life, 'tellBank', await (await someone(life)).call(bankFileEndpoints.makePositivePay, parts))
}

export async function answer(life: Life): Promise<void> {
  const client = await someone(life)
  const { data } = await client.call(bankFileEndpoints.listPositivePay, { params: { id: life.account.id } })
  for (const { id, count, total } of data.items.filter((file) => file.answer === null)) {
    const body = happens(life, 70)
      ? ({ answer: 'accepted', count, total } as const)
      : ({ answer: 'refused', reason: 'Wrong date' } as const)
    note(life, 'answer', await client.call(bankFileEndpoints.answerPositivePay, { params: { id }, body }))
  }
}

/** Imports a bank file with some of the checks, at times with a different amount, and with an unknown check. */
export async function clear(life: Life): Promise<void> {
  const paid = (await registerOf(life)).filter(({ amount }) => amount > 0 && happens(life, 60))
  const lines = paid.map(({ number, amount, issued_on }) => {
    const dollars = happens(life, 20) ? amount + 1 : amount
    return `${number},${dollars.toFixed(2)},${issued_on ?? '2026-11-20'}`
  })
  const text = ['Check,Amount,Date', ...lines, `${5000 + life.dice.below(900)},1.00,2026-11-20`].join('\n')
  const { body, headers } = await formOf({ name: 'bank.csv', content: Buffer.from(text) })
  // Usually chooses a user who neither prints nor signs, because a user who handled a check in the file can't confirm
  // the file.
  const client = happens(life, 50) ? await life.world.as('processor-dealership', 'processor') : await someone(life)
  const params = { id: life.account.id }
  const looked = await client.with(headers).call(bankFileEndpoints.previewClearing, { params, body: body as never })
  if (looked.status !== 200) return
  const file = looked.data.id ?? 0
  note(life, 'clear', await client.call(bankFileEndpoints.confirmClearing, { params: { ...params, file }, body: {} }))
}

export async function resolve(life: Life): Promise<void> {
  const client = await someone(life)
  const query = { bank_account_id: life.account.id, state: 'open' } as const
  const exception = oneOf(life, (await client.call(bankFileEndpoints.listExceptions, { query })).data)
  if (!exception) return
  const parts = { params: { id: exception.id }, body: { note: 'The bank corrects it' } }
  note(life, 'resolve', await client.call(bankFileEndpoints.resolveException, parts))
}
