import { boxOf, type Command, firstNumber } from './commands.ts'
import { type Ledger, type Pad, range } from './ledger.ts'

export function receive(ledger: Ledger, command: Command): boolean {
  const { first, count } = boxOf(command)
  const sheets = range(first, first + count)
  const kept = ledger.pads.filter((pad) => pad.kept !== 'ended')
  const known = kept.flatMap((pad) => pad.sheets ?? range(firstNumber, ledger.next))
  const taken = ledger.inOrder().filter(({ facts }) => !facts.has('given back'))
  const isKnown = (number: number) => known.includes(number) || taken.some((sheet) => sheet.number === number)
  if (sheets.some(isKnown)) return false
  ledger.pads.push({ sheets, by: command.by, at: first, kept: 'received' })
  return true
}

export function putInUse(ledger: Ledger, pad: Pad): boolean {
  const before = ledger.padInUse()
  if (ledger.openRun) return false
  if (before.sheets === null) {
    const others = ledger.pads.filter((other) => other !== pad && other.kept !== 'ended')
    const passed = range(ledger.next, pad.at)
    if (pad.at < ledger.next || others.some(({ sheets }) => sheets?.some((number) => passed.includes(number))))
      return false
    ledger.passOver(pad.at)
  }
  before.at = ledger.next
  before.kept = before.sheets?.includes(ledger.next) ? 'counted' : 'ended'
  pad.kept = 'in use'
  ledger.next = pad.at
  return true
}
