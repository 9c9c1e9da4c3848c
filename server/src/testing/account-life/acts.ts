import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { shippedTemplates } from '@check-requests/domain/bank/positive-pay/shipped.ts'
import { printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import type { Dice } from '../../demo/dice.ts'
import { openAccount } from '../checks.ts'
import { confirmControls } from '../controls.ts'
import type { World } from '../world.ts'
import {
  answer,
  clear,
  countBox,
  putBoxInUse,
  receiveBox,
  resolve,
  takeBack,
  tellBank,
  unclear,
  undoFile,
} from './bank.ts'
import {
  agree,
  confirmEntry,
  confirmStop,
  discardEntry,
  enterOpening,
  lapse,
  print,
  release,
  renew,
  sendOut,
  settle,
  sign,
  stopOne,
  voidOne,
  writeByHand,
} from './checks.ts'
import { entriesOf, type Life, openRunOf } from './life.ts'

/** The time between two actions, in milliseconds. */
const betweenActs = 20_000

type Act = (life: Life) => Promise<void>

const columns = {
  has_names: true,
  number: 'Check',
  amount: 'Amount',
  paid_sign: 'plus',
  date: 'Date',
  date_form: 'YYYY-MM-DD',
} as const

/** All possible actions. An action that is listed more than once is more likely. */
const acts: readonly Act[] = [
  ...[
    print,
    print,
    print,
    settle,
    settle,
    settle,
    settle,
    release,
    sign,
    sign,
    sign,
    sign,
    sendOut,
    sendOut,
    sendOut,
    sendOut,
  ],
  ...[
    writeByHand,
    enterOpening,
    confirmEntry,
    confirmEntry,
    discardEntry,
    voidOne,
    voidOne,
    agree,
    agree,
    stopOne,
    confirmStop,
    confirmStop,
    renew,
    lapse,
  ],
  ...[receiveBox, countBox, putBoxInUse, tellBank, tellBank, answer, answer, clear, clear, clear, resolve, resolve],
  ...[takeBack, unclear, unclear, undoFile],
]

export const actNames = [...new Set(acts.map(({ name }) => name))]

/** Creates an account with formats for positive-pay files and bank files. */
export async function beginLife(world: World, dice: Dice, number: string): Promise<Life> {
  const account = await openAccount(world, { name: `Life ${number}`, account_number: number })
  const admin = await world.as('admin-group', 'admin')
  const body = { positive_pay_template: shippedTemplates[0]?.template ?? null, clearing_columns: columns }
  await admin.call(bankFileEndpoints.saveForms, { params: { id: account.id }, body })
  await confirmControls(world)
  return { world, account, dice, done: new Set() }
}

export async function live(life: Life, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    life.world.clock.advance(betweenActs)
    await life.dice.pick(acts)(life)
  }
}

/** Settles everything that is open, which makes the dealership ready for the next random life. */
export async function endLife(life: Life): Promise<void> {
  const run = await openRunOf(life)
  const spoiled = run?.checks.map(({ number }) => ({ number, reason: 'The end' })) ?? []
  const processor = await life.world.as('processor-group', 'processor')
  if (run) await processor.call(printRunEndpoints.confirm, { params: { id: run.id }, body: { spoiled } })
  const body = { reason: 'The end', number: 'spoiled' } as const
  for (const { id } of await entriesOf(life))
    await processor.call(enteredCheckEndpoints.discard, { params: { id }, body })
}
