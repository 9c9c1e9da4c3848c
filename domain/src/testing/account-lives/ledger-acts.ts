import { type Account, amountOf, type Command, chosen, twoSignersAbove, type Verb } from './commands.ts'
import { isOut, Ledger, nameOf, type Sheet } from './ledger.ts'
import { putInUse, receive } from './ledger-boxes.ts'

/** The allowed actions and their effects, written from checks.md independently of the product's rules. */
const acts: Record<Verb, (ledger: Ledger, command: Command) => boolean> = {
  raise: (ledger, command) => {
    const approvers = [command.by + 1, command.by + 2].map((n) => n % 5)
    return ledger.requests.push({ by: command.by, approvers, cents: amountOf(command), status: 'approved' }) > 0
  },
  wait: () => true,
  print,
  settle,
  fetch: ({ openRun }) => {
    if (openRun) openRun.isFetched = true
    return openRun !== undefined
  },
  release,
  write,
  open: openEntry,
  confirm: (ledger, command) => {
    const entry = ledger.entry(command)
    return entry !== undefined && confirm(ledger, entry, command.by)
  },
  discard: (ledger, command) => {
    const entry = ledger.entry(command)
    entry?.facts.add(command.yes && entry.pays !== null ? 'spoiled' : 'given back')
    return entry !== undefined
  },
  sign: (ledger, command) => {
    const sheet = ledger.sheet(command)
    return sheet !== undefined && sign(ledger, sheet, command.by)
  },
  issue: (ledger, command) => {
    const sheet = ledger.sheet(command)
    if (!sheet || sheet.pays === null || nameOf(sheet) !== 'signed') return false
    ledger.leave(sheet)
    ledger.follow(sheet, 'closed')
    return true
  },
  void: (ledger, command) => {
    const sheet = ledger.sheet(command)
    return sheet !== undefined && voidSheet(ledger, sheet, command)
  },
  agree: (ledger, command) => {
    const sheet = ledger.sheet(command)
    if (!sheet?.asked || !isOut(sheet) || sheet.hands.has(command.by)) return false
    return ledger.end(sheet, 'void', command.yes)
  },
  stop: (ledger, command) => {
    const sheet = ledger.sheet(command)
    if (!sheet || !isOut(sheet)) return false
    if (command.size > 0) ledger.confirmedStops.add(sheet)
    return ledger.end(sheet, 'stopped', command.yes)
  },
  renew: (ledger, command) => {
    const sheet = ledger.sheet(command)
    return sheet !== undefined && ledger.confirmedStops.has(sheet)
  },
  receive,
  count: (ledger, command) => {
    const pad = chosen(ledger.pads, command)
    if (pad?.kept !== 'received' || pad.by === command.by) return false
    pad.kept = 'counted'
    return true
  },
  use: (ledger, command) => {
    const pad = chosen(ledger.pads, command)
    return pad?.kept === 'counted' && putInUse(ledger, pad)
  },
  clear: (ledger, command) => {
    const sheet = ledger.sheet(command)
    if (!sheet || command.size === 0 || !command.yes || nameOf(sheet) !== 'issued') return false
    sheet.facts.add('paid')
    ledger.cleared += sheet.cents
    return true
  },
  'un-clear': (ledger, command) => {
    const sheet = ledger.sheet(command)
    if (!sheet?.facts.delete('paid')) return false
    ledger.cleared -= sheet.cents
    return true
  },
}

/** A reference account that decides every command as checks.md describes. */
export function byHand(): Account {
  const ledger = new Ledger()
  return { obey: (command) => acts[command.do](ledger, command), view: () => ledger.view() }
}

function print(ledger: Ledger, { by, pick, size, yes }: Command): boolean {
  const requests = ledger.unpaid().slice(0, size)
  const from = yes ? ledger.next : ledger.next + (pick % 12) - 1
  if (ledger.openRun || requests.length === 0 || !ledger.reaches(from, from + requests.length)) return false
  ledger.passOver(from)
  ledger.openRun = { sheets: requests.map((request, n) => ledger.take(from + n, request)), by, isFetched: false }
  ledger.next = from + requests.length
  return true
}

function settle(ledger: Ledger, { by, pick }: Command): boolean {
  if (!ledger.openRun) return false
  for (const [n, sheet] of ledger.openRun.sheets.entries()) {
    const isBad = Math.floor(pick / 2 ** n) % 2 === 1
    sheet.facts.add(isBad ? 'spoiled' : 'printed')
    for (const hand of [by, ledger.openRun.by]) sheet.hands.add(hand)
    if (!isBad) ledger.follow(sheet, 'printed')
  }
  ledger.openRun = undefined
  return true
}

function release(ledger: Ledger): boolean {
  if (!ledger.openRun || ledger.openRun.isFetched) return false
  const { sheets } = ledger.openRun
  if (sheets.at(-1)?.number !== ledger.next - 1) return false
  for (const sheet of sheets) sheet.facts.add('given back')
  ledger.next -= sheets.length
  ledger.openRun = undefined
  return true
}

function write(ledger: Ledger, command: Command): boolean {
  const request = chosen(ledger.unpaid(), command)
  const number = command.yes ? ledger.next : ledger.next + (command.pick % 8) - 3
  if (request === undefined) return false
  if (number >= ledger.next) {
    if (!ledger.reaches(number, number + 1)) return false
    ledger.passOver(number)
    ledger.next = number + 1
  } else if (!ledger.sheets.get(number)?.facts.has('given back')) return false
  ledger.take(number, request, { writer: command.by, hands: new Set([command.by]) })
  return true
}

function openEntry(ledger: Ledger, command: Command): boolean {
  const number = ledger.next - 20 + (command.pick % 25)
  const isOfPad = ledger.pads.some(({ kept, sheets }) => kept !== 'ended' && sheets?.includes(number))
  const before = ledger.sheets.get(number)
  if (number >= ledger.next || isOfPad || (before && !before.facts.has('given back'))) return false
  ledger.take(number, null, { writer: command.by, cents: amountOf(command) })
  return true
}

function confirm(ledger: Ledger, entry: Sheet, by: number): boolean {
  if (entry.writer === by || (entry.pays !== null && ledger.requests[entry.pays]?.by === by)) return false
  entry.isConfirmed = true
  if (entry.pays === null) ledger.leave(entry)
  else entry.facts.add('printed')
  ledger.follow(entry, 'printed')
  return true
}

function sign(ledger: Ledger, sheet: Sheet, by: number): boolean {
  const request = sheet.pays === null ? undefined : ledger.requests[sheet.pays]
  if (!request || nameOf(sheet) !== 'printed' || request.by === by || sheet.hands.has(by)) return false
  const isTwo = sheet.cents > twoSignersAbove
  const bothApproved = [...sheet.signers, by].filter((signer) => request.approvers.includes(signer)).length > 1
  if (isTwo && bothApproved) return false
  sheet.signers.add(by)
  sheet.hands.add(by)
  if (isTwo && sheet.signers.size < 2) return true
  sheet.facts.add('signed')
  ledger.follow(sheet, 'signed')
  return true
}

function voidSheet(ledger: Ledger, sheet: Sheet, { by, yes }: Command): boolean {
  if (nameOf(sheet) === 'printed') return ledger.end(sheet, 'void', yes)
  if (!isOut(sheet) || sheet.asked || sheet.pays === null) return false
  sheet.asked = true
  sheet.hands.add(by)
  return true
}
