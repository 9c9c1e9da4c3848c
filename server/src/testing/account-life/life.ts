import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { stockEndpoints } from '@check-requests/domain/bank/stock/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckReply, PrintRunReply } from '@check-requests/domain/checks/replies.ts'
import type { Dice } from '../../demo/dice.ts'
import type { Client } from '../client.ts'
import type { PersonName } from '../organization.ts'
import type { World } from '../world.ts'

/** A random life of an account. Users and actions are chosen at random, and refused actions change nothing. */
export interface Life {
  readonly world: World
  readonly account: BankAccountReply
  readonly dice: Dice
  /** The actions done at least once. */
  readonly done: Set<string>
}

const processors: readonly PersonName[] = ['processor-group', 'processor-super', 'everyone']

/** One of the account's processors. */
export async function someone({ world, dice }: Life): Promise<Client> {
  return world.as(dice.pick(processors), 'processor')
}

/** An account's complete register, lowest number first. */
export async function registerOf({ world, account }: Pick<Life, 'world' | 'account'>): Promise<CheckReply[]> {
  const processor = await world.as('processor-group', 'processor')
  const checks: CheckReply[] = []
  let cursor: string | null | undefined
  do {
    const query = { bank_account_id: account.id, limit: 200, ...(cursor && { cursor }) }
    const { data } = await processor.call(checkEndpoints.list, { query })
    checks.push(...data.items)
    cursor = data.next_cursor
  } while (cursor)
  return checks.reverse()
}

export async function ofState(life: Life, wanted: CheckReply['state']): Promise<CheckReply[]> {
  return (await registerOf(life)).filter(({ state }) => state === wanted)
}

/** Checks pending confirmation by a second user. */
export async function entriesOf(life: Life): Promise<CheckReply[]> {
  return (await registerOf(life)).filter(({ kind, state }) => kind !== 'run' && state === 'reserved')
}

/** The ids of approved requests without a check. */
export async function waiting({ world }: Life): Promise<number[]> {
  const processor = await world.as('processor-group', 'processor')
  const { data } = await processor.call(checkRequestEndpoints.list, { query: { status: 3, limit: 20 } })
  return data.items.filter(({ check }) => check && !check.in_run).map(({ id }) => id)
}

/** The account's check stock boxes, starting with the box in use. */
export async function boxes({ world, account }: Life) {
  const processor = await world.as('processor-group', 'processor')
  return (await processor.call(stockEndpoints.list, { params: { id: account.id } })).data
}

export async function openRunOf({ world, account }: Life): Promise<PrintRunReply | undefined> {
  const processor = await world.as('processor-group', 'processor')
  const { data } = await processor.call(printRunEndpoints.list, { query: { bank_account_id: account.id } })
  const open = data.find(({ state }) => state === 'made')
  return open && (await processor.call(printRunEndpoints.one, { params: { id: open.id } })).data
}

export function oneOf<Item>({ dice }: Life, items: readonly Item[]): Item | undefined {
  return items.length > 0 ? dice.pick(items) : undefined
}

export function outcome(life: Life) {
  return happens(life, 50) ? ('approved' as const) : ('rejected' as const)
}

export function happens({ dice }: Life, percent: number): boolean {
  return dice.below(100) < percent
}

/** Records a successful action. Throws if the server answered with an internal error. */
export function note({ done }: Life, name: string, reply: { readonly status: number; readonly text: string }): void {
  if (reply.status >= 500) throw new Error(`${name} was answered ${reply.status}: ${reply.text}`)
  if (reply.status < 300) done.add(name)
}
