import { matchClearedLines } from '../../bank/clearing/match.ts'
import { isInUse, refusalToCount, refusalToReceive, refusalToUse } from '../../bank/stock/rules.ts'
import { refusalToSkip } from '../../checks/printing.ts'
import { addDays } from '../../values/calendar-date.ts'
import { boxOf, type Command, chosen, firstNumber } from './commands.ts'
import type { Office } from './office.ts'

export function receive(office: Office, command: Command): boolean {
  const { first, count } = boxOf(command)
  const box = { place: 'Safe', first, last: first + count - 1, next: first }
  const isTaken = office
    .all()
    .some(({ number, state }) => state !== 'released' && number >= first && number <= box.last)
  if (isTaken || refusalToReceive(box, office.stock())) return false
  office.boxes.push({ ...box, state: 'received', receivedById: command.by })
  return true
}

export function count(office: Office, command: Command): boolean {
  const box = chosen(office.boxes, command)
  if (!box || refusalToCount(command.by, box)) return false
  box.state = 'counted'
  return true
}

export function putInUse(office: Office, command: Command): boolean {
  const box = chosen(office.boxes, command)
  const before = office.stock().find(({ state }) => isInUse(state))
  const others = office.stock().filter((other) => other !== box)
  if (!box || !before || office.run || refusalToUse(box, { before, others })) return false
  if (before.last === null && refusalToSkip(office.next, box.next)) return false
  if (before.last === null) office.skipTo(box.next)
  const stored = office.boxes.find(({ state }) => isInUse(state))
  if (!stored) return false
  stored.next = before.last === null ? box.next : office.next
  stored.state = before.last !== null && office.next <= before.last ? 'counted' : 'ended'
  box.state = 'in use'
  office.next = box.next
  return true
}

export function clear(office: Office, command: Command): boolean {
  const check = office.meant(command)
  const number = check && command.size > 0 ? check.number : office.next + 100
  const amountCents = (check?.amount ?? 0) + (command.yes ? 0 : 1)
  const line = { number, amountCents, date: office.today, payee: null, reference: null, line: 1, fingerprint: 'line' }
  const checks = office.all().map((one) => ({
    number: one.number,
    state: one.state,
    amountCents: one.amount,
    payee: '',
    secondPayeeLine: null,
    issuedOn: one.issuedOn,
    clearedOn: one.paidOn,
    stoppedUntil: one.lapsesOn === null ? null : addDays(one.lapsesOn, -1),
  }))
  const { matched } = matchClearedLines([line], { checks, firstNumber, seen: new Set() })
  for (const { check: paid } of matched) {
    office.act('clear', office.check(paid.number))
    office.check(paid.number).paidOn = office.today
  }
  return matched.length > 0
}

export function unclear(office: Office, command: Command): boolean {
  const check = office.meant(command)
  if (!check || !office.act('un-clear', check)) return false
  check.paidOn = null
  return true
}
