import { type Did, refusalByDuty } from '../../check-requests/duties.ts'
import { checkBars } from '../../checks/duties.ts'
import { actWhenConfirmed, refusalToOpen } from '../../checks/entered/rules.ts'
import { refusalAt } from '../../checks/lifecycle.ts'
import { refusalToRelease } from '../../checks/printing.ts'
import { isLastSignature, needsAgreement, refusalToRenew, refusalToSign, stopLapsesAfter } from '../../checks/rules.ts'
import { addDays, addMonths } from '../../values/calendar-date.ts'
import { type Account, amountOf, type Command, chosen, twoSignersAbove, type Verb } from './commands.ts'
import { Office } from './office.ts'
import { clear, count, putInUse, receive, unclear } from './office-bank.ts'

type Act = (office: Office, command: Command) => boolean

const acts: Record<Verb, Act> = {
  raise,
  print,
  settle,
  fetch: openFile,
  release,
  write,
  open,
  confirm,
  discard,
  sign,
  issue,
  void: voidCheck,
  agree,
  stop,
  renew,
  receive,
  count,
  use: putInUse,
  clear,
  'un-clear': unclear,
  wait,
}

/** An account that decides every command by the product's rules. */
export function byTheRules(): Account {
  const office = new Office()
  return { obey: (command) => acts[command.do](office, command), view: () => office.view() }
}

function raise(office: Office, command: Command): boolean {
  const { by } = command
  office.requests.push({ by, approvers: [(by + 1) % 5, (by + 2) % 5], amount: amountOf(command), status: 'approved' })
  return true
}

function print(office: Office, command: Command): boolean {
  const requests = office.printable().slice(0, command.size)
  const first = office.next + (command.yes ? 0 : (command.pick % 12) - 1)
  if (office.run || requests.length === 0 || office.refusesNumbers(first, requests.length)) return false
  office.skipTo(first)
  const numbers = requests.map((request, index) => office.put(first + index, 'reserved', { request }).number)
  office.next = first + numbers.length
  office.run = { numbers, by: command.by, isFetched: false }
  return true
}

function settle(office: Office, command: Command): boolean {
  if (!office.run) return false
  for (const [index, number] of office.run.numbers.entries()) {
    const check = office.check(number)
    const isSpoiled = (command.pick >> index) % 2 === 1
    if (!office.act(isSpoiled ? 'spoil' : 'print', check)) throw new Error(`${number} can’t be settled`)
    check.printers = [office.run.by, command.by]
  }
  office.run = undefined
  return true
}

function openFile(office: Office): boolean {
  if (!office.run) return false
  office.run.isFetched = true
  return true
}

function release(office: Office): boolean {
  if (!office.run) return false
  const { numbers, isFetched } = office.run
  const [first = 0] = numbers
  if (refusalToRelease({ isFetched, isLast: office.next === first + numbers.length })) return false
  for (const number of numbers) office.act('release', office.check(number))
  office.next = first
  office.run = undefined
  return true
}

function write(office: Office, command: Command): boolean {
  const request = chosen(office.printable(), command)
  const number = office.next + (command.yes ? 0 : (command.pick % 8) - 3)
  if (request === undefined) return false
  if (number < office.next) {
    if (office.checks.get(number)?.state !== 'released') return false
  } else {
    if (office.refusesNumbers(number, 1)) return false
    office.skipTo(number)
    office.next = number + 1
  }
  office.put(number, 'reserved', { request, kind: 'manual', enteredBy: command.by })
  return true
}

function open(office: Office, command: Command): boolean {
  const number = office.next - 20 + (command.pick % 25)
  const isInBox = office.stock().some(({ first, last }) => last !== null && first <= number && number <= last)
  const known = office.checks.get(number)
  if (refusalToOpen(number, office.next) || isInBox || (known && known.state !== 'released')) return false
  office.put(number, 'reserved', { kind: 'opening', enteredBy: command.by, amount: amountOf(command) })
  return true
}

function confirm(office: Office, command: Command): boolean {
  const check = chosen(office.waiting(), command)
  const act = check && actWhenConfirmed(check)
  if (!check || !act) return false
  if (refusalByDuty(checkBars['confirm entry'], command.by, didFor(office, check))) return false
  check.printers = check.kind === 'manual' ? [check.enteredBy ?? -1] : []
  return office.act(act, check)
}

function discard(office: Office, command: Command): boolean {
  const check = chosen(office.waiting(), command)
  return check !== undefined && office.act(command.yes && check.kind === 'manual' ? 'spoil' : 'release', check)
}

function sign(office: Office, { by, ...command }: Command): boolean {
  const check = office.meant({ by, ...command })
  if (check?.request == null || refusalAt('sign', check)) return false
  const { approvers } = office.request(check.request)
  const { number, amount, signatures } = check
  const did = didFor(office, check)
  const signable = { number, amount, did, signatures, twoSignersAbove, mostToSign: null }
  const signature = { userId: by, approved: approvers.includes(by) }
  if (refusalToSign(signature, signable)) return false
  const isLast = isLastSignature(signable)
  signatures.push(signature)
  return isLast ? office.act('sign', check) : true
}

function issue(office: Office, command: Command): boolean {
  const check = office.meant(command)
  return check?.request != null && office.act('issue', check)
}

function voidCheck(office: Office, command: Command): boolean {
  const check = office.meant(command)
  if (!check || refusalAt('void', check)) return false
  if (!needsAgreement(check.state)) return office.takeBack('void', check, command)
  if (check.askedBy !== null || check.request === null) return false
  check.askedBy = command.by
  return true
}

function agree(office: Office, command: Command): boolean {
  const check = office.meant(command)
  if (!check || check.askedBy === null || refusalAt('void', check)) return false
  if (refusalByDuty(checkBars.agree, command.by, didFor(office, check))) return false
  return office.takeBack('void', check, command)
}

function stop(office: Office, command: Command): boolean {
  const check = office.meant(command)
  if (!check || !office.takeBack('stop', check, command)) return false
  check.stopNumber = command.size > 0 ? 'SP' : null
  check.lapsesOn = addMonths(office.today, stopLapsesAfter)
  return true
}

function renew(office: Office, command: Command): boolean {
  const check = office.meant(command)
  if (!check || refusalToRenew({ ...check, stop_number: check.stopNumber })) return false
  check.lapsesOn = addMonths(office.today, stopLapsesAfter)
  return true
}

function wait(office: Office, { size }: Command): boolean {
  office.today = addDays(office.today, size * 30)
  return true
}

function didFor(office: Office, check: NonNullable<ReturnType<Office['meant']>>): Did[] {
  const { request, enteredBy, printers, signatures, askedBy } = check
  const did = (duty: Did['duty'], ...userIds: (number | null)[]) =>
    userIds.filter((userId) => userId !== null).map((userId) => ({ userId, duty }))
  return [
    ...did('raised', request === null ? null : office.request(request).by),
    ...did('entered', enteredBy),
    ...did('settled', ...printers),
    ...did('signed', ...signatures.map(({ userId }) => userId)),
    ...did('asked', askedBy),
  ]
}
