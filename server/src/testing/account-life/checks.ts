import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import { enteredCheckEndpoints } from '@check-requests/domain/checks/entered/endpoints.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import { watchStops } from '../../checks/commands/reminders.ts'
import { approved } from '../checks.ts'
import { addDocument, pngOf } from '../documents.ts'
import { move } from '../requests.ts'
import {
  boxes,
  entriesOf,
  happens,
  type Life,
  note,
  ofState,
  oneOf,
  openRunOf,
  outcome,
  registerOf,
  someone,
  waiting,
} from './life.ts'

const day = 86_400_000

export async function print(life: Life): Promise<void> {
  const { world, account } = life
  const together = happens(life, 40)
  const fresh = together ? await ofOnePayee(life) : [await approved(world), await approved(world)]
  const check_request_ids = [...new Set([...fresh.map(({ id }) => id), ...(await waiting(life)).slice(0, 2)])]
  const next = (await boxes(life))[0]?.next_number ?? 0
  const skipping = happens(life, 20) ? { first_number: next + life.dice.below(4) } : {}
  const combine = together ? { combine: [fresh.map(({ id }) => id)] } : {}
  const body = { bank_account_id: account.id, check_request_ids, ...combine, ...skipping }
  const made = await (await someone(life)).call(printRunEndpoints.make, { body })
  note(life, together ? 'combine' : 'print', made)
}

let lastPayee = 0

async function ofOnePayee({ world }: Life) {
  lastPayee += 1
  const payee = { payee_name_1: `Life Glass ${lastPayee}` }
  return [await approved(world, { ...payee, amount: 30 }), await approved(world, { ...payee, amount: 40 })]
}

export async function settle(life: Life): Promise<void> {
  const run = await openRunOf(life)
  if (!run) return
  const spoiled = run.checks.filter(() => happens(life, 30)).map(({ number }) => ({ number, reason: 'Jam' }))
  const client = await someone(life)
  note(life, 'settle', await client.call(printRunEndpoints.confirm, { params: { id: run.id }, body: { spoiled } }))
}

export async function release(life: Life): Promise<void> {
  const run = await openRunOf(life)
  if (!run) return
  const client = await someone(life)
  if (happens(life, 30)) await client.send('GET', `/api/v1/print-runs/${run.id}/pdf`)
  note(life, 'release', await client.call(printRunEndpoints.release, { params: { id: run.id }, body: {} }))
}

export async function sign(life: Life): Promise<void> {
  const client = happens(life, 50) ? await life.world.as('approver-super', 'approver') : await someone(life)
  for (const { id } of (await ofState(life, 'printed')).filter(() => happens(life, 60)))
    note(life, 'sign', await client.call(checkEndpoints.sign, { body: { check_ids: [id] } }))
}

export async function sendOut(life: Life): Promise<void> {
  const client = await someone(life)
  for (const { id, check_request_id } of await ofState(life, 'signed')) {
    if (happens(life, 30)) continue
    await move(client, check_request_id ?? 0, 6)
    note(life, 'sendOut', await client.call(checkEndpoints.handOver, { params: { id }, body: { kind: 'mailed' } }))
  }
}

export async function writeByHand(life: Life): Promise<void> {
  const { id } = await approved(life.world)
  const next = (await boxes(life))[0]?.next_number ?? 0
  const number = happens(life, 40) ? { number: next + life.dice.below(6) - 3 } : {}
  const body = { bank_account_id: life.account.id, check_request_id: id, ...number }
  note(life, 'writeByHand', await (await someone(life)).call(enteredCheckEndpoints.manual, { body }))
}

export async function enterOpening(life: Life): Promise<void> {
  const old = { check_date: '2026-10-05', payee_name: 'Old Mill', amount: 25.5 }
  const body = { bank_account_id: life.account.id, number: 970 + life.dice.below(40), ...old }
  note(life, 'enterOpening', await (await someone(life)).call(enteredCheckEndpoints.opening, { body }))
}

export async function confirmEntry(life: Life): Promise<void> {
  const client = await someone(life)
  for (const { id } of await entriesOf(life))
    note(life, 'confirmEntry', await client.call(enteredCheckEndpoints.confirm, { params: { id }, body: {} }))
}

export async function discardEntry(life: Life): Promise<void> {
  const entry = oneOf(life, await entriesOf(life))
  if (!entry) return
  const client = await someone(life)
  const body = { reason: 'Mistyped', number: happens(life, 50) ? 'free' : 'spoiled' } as const
  note(life, 'discardEntry', await client.call(enteredCheckEndpoints.discard, { params: { id: entry.id }, body }))
}

export async function voidOne(life: Life): Promise<void> {
  const check = await oneOnItsWay(life)
  if (!check) return
  const client = await someone(life)
  const to = check.check_request_id === null ? undefined : { request: check.check_request_id }
  const picture = to && (await addDocument(client, to, { name: 'paper.png', content: pngOf(8, 8) }))
  const attachment = picture?.status === 201 ? { attachment_id: picture.data.id } : {}
  const body = { reason: 'Wrong payee', request_status: outcome(life), ...attachment }
  note(life, 'voidOne', await client.call(checkEndpoints.void, { params: { id: check.id }, body }))
}

export async function agree(life: Life): Promise<void> {
  for (const { id, void_asked } of await registerOf(life)) {
    if (void_asked === null) continue
    const client = happens(life, 50) ? await life.world.as('approver-group', 'approver') : await someone(life)
    note(life, 'agree', await client.call(checkEndpoints.agreeToVoid, { params: { id }, body: {} }))
  }
}

export async function stopOne(life: Life): Promise<void> {
  const check = await oneOnItsWay(life)
  if (!check) return
  const number = happens(life, 70) ? { confirmation_number: 'SP-1' } : {}
  const body = { reason: 'Lost', request_status: outcome(life), ...number }
  note(life, 'stopOne', await (await someone(life)).call(checkEndpoints.stop, { params: { id: check.id }, body }))
}

/** Enters the bank's confirmation number for a stop, as a user who might have handled the check. */
export async function confirmStop(life: Life): Promise<void> {
  const stopped = (await ofState(life, 'stopped')).filter(({ stop_number }) => stop_number === null)
  const check = oneOf(life, stopped)
  if (!check) return
  const body = { reason: 'Lost', request_status: outcome(life), confirmation_number: 'SP-1' }
  note(life, 'confirmStop', await (await someone(life)).call(checkEndpoints.stop, { params: { id: check.id }, body }))
}

export async function renew(life: Life): Promise<void> {
  const check = oneOf(life, await ofState(life, 'stopped'))
  if (!check) return
  const parts = { params: { id: check.id }, body: { confirmation_number: 'SP-2' } }
  note(life, 'renew', await (await someone(life)).call(checkEndpoints.renewStop, parts))
}

/** Runs the job that watches stops, on a day when a stop has expired. */
export async function lapse(life: Life): Promise<void> {
  const check = oneOf(life, await ofState(life, 'stopped'))
  if (!check?.stop_lapses_on || check.stop_number === null) return
  const now = Date.parse(`${check.stop_lapses_on}T20:00:00Z`) + day
  await watchStops({ ...life.world.services, clock: () => now })
  if ((await ofState(life, 'stopped')).some(({ id, stop_lapsed_at }) => id === check.id && stop_lapsed_at !== null))
    life.done.add('lapse')
}

/** Returns a random check, usually one that can be voided or stopped. */
async function oneOnItsWay(life: Life): Promise<CheckReply | undefined> {
  const checks = await registerOf(life)
  const fitting = checks.filter(({ state }) => ['printed', 'signed', 'issued'].includes(state))
  return oneOf(life, happens(life, 80) ? fitting : checks)
}
