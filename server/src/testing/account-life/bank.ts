import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { stockEndpoints } from '@check-requests/domain/bank/stock/endpoints.ts'
import { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { addDays } from '@check-requests/domain/values/calendar-date.ts'
import type { Client } from '../client.ts'
import { formOf } from '../documents.ts'
import { boxes, happens, type Life, note, ofState, oneOf, registerOf, someone } from './life.ts'

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
    return `${number},${dollars.toFixed(2)},${issued_on ?? '2026-11-20'},`
  })
  await importFile(life, 'clear', [...lines, `${5000 + life.dice.below(900)},1.00,2026-11-20,`])
}

/** Imports a bank file that takes back the payment of a cleared check, at times on a later day. */
export async function takeBack(life: Life): Promise<void> {
  const check = oneOf(life, await ofState(life, 'cleared'))
  if (!check?.bank_paid_on) return
  const day = addDays(check.bank_paid_on, life.dice.below(3))
  await importFile(life, 'takeBack', [`${check.number},-${check.amount.toFixed(2)},${day},RETURNED CHECK`])
}

async function importFile(life: Life, name: string, lines: readonly string[]): Promise<void> {
  const text = ['Check,Amount,Date,Text', ...lines].join('\n')
  const { body, headers } = await formOf({ name: 'bank.csv', content: Buffer.from(text) })
  const client = await reconciler(life)
  const params = { id: life.account.id }
  const looked = await client.with(headers).call(bankFileEndpoints.previewClearing, { params, body: body as never })
  if (looked.status !== 200) return
  const file = looked.data.id ?? 0
  note(life, name, await client.call(bankFileEndpoints.confirmClearing, { params: { ...params, file }, body: {} }))
}

/** Usually a user who neither prints nor signs, because a user who handled a check can't confirm its file. */
async function reconciler(life: Life): Promise<Client> {
  return happens(life, 50) ? life.world.as('processor-dealership', 'processor') : someone(life)
}

/** Asks to undo the clearing of a check, or decides on such a request. */
export async function unclear(life: Life): Promise<void> {
  for (const { id } of await ofState(life, 'cleared')) {
    const client = await reconciler(life)
    const { data } = await client.call(checkEndpoints.one, { params: { id } })
    if (data.clearing?.undo_asked) {
      const act = happens(life, 80) ? bankFileEndpoints.confirmUnclear : bankFileEndpoints.refuseUnclear
      note(life, 'unclear', await client.call(act, { params: { id }, body: {} }))
    } else if (happens(life, 30)) {
      const body = { reason: 'Another check' }
      const asked = await client.call(bankFileEndpoints.unclear, { params: { id }, body })
      if (asked.status >= 500) throw new Error(asked.text)
    }
  }
}

/** Asks to undo a bank file, or decides on such a request. */
export async function undoFile(life: Life): Promise<void> {
  const client = await reconciler(life)
  const { data } = await client.call(bankFileEndpoints.clearing, { params: { id: life.account.id } })
  for (const file of data.files) {
    const params = { id: life.account.id, file: file.id }
    if (file.undo_asked) {
      const act = happens(life, 80) ? bankFileEndpoints.confirmUndoClearing : bankFileEndpoints.refuseUndoClearing
      note(life, 'undoFile', await client.call(act, { params, body: {} }))
    } else if (happens(life, 30)) {
      const body = { reason: 'Wrong columns' }
      const asked = await client.call(bankFileEndpoints.undoClearing, { params, body })
      if (asked.status >= 500) throw new Error(asked.text)
    }
  }
}

/** Resolves an exception, at times by accepting what the bank did. */
export async function resolve(life: Life): Promise<void> {
  const client = await reconciler(life)
  const query = { bank_account_id: life.account.id, state: 'open' } as const
  const exception = oneOf(life, (await client.call(bankFileEndpoints.listExceptions, { query })).data)
  if (!exception) return
  const isExact = Math.abs(exception.amount) === exception.check?.amount
  const bank_stands = exception.may_stand && isExact && happens(life, 70)
  const parts = { params: { id: exception.id }, body: { note: 'The bank explained it', bank_stands } }
  note(life, bank_stands ? 'stand' : 'resolve', await client.call(bankFileEndpoints.resolveException, parts))
}
