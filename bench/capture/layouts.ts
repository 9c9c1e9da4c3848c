import type { Company, Facts } from './companies.ts'
import type { Sheet } from './sheet.ts'

/** Draws an invoice in one of many looks. Labels come from the facts, so that each look has several. */
export type Layout = (sheet: Sheet, facts: Facts) => void

const people = ['Lakeshore Honda', '2200 Harbor Blvd', 'Muskegon, MI 49441']

function address({ street, city }: Company): string[] {
  return [street, city]
}

function items(sheet: Sheet, facts: Facts, y: number, heads: readonly string[]): number {
  const columns = [50, 110, 420, 560]
  for (const [at, head] of heads.entries())
    sheet.text(columns[at] ?? 0, y, head, { bold: true, size: 8, align: at > 1 ? 'right' : 'left' })
  sheet.rule(48, y + 4, 516)
  let line = y + 18
  for (const { quantity, what, each, sum } of facts.items) {
    sheet.text(50, line, quantity).text(110, line, what)
    sheet.text(420, line, each, { align: 'right' }).text(560, line, sum, { align: 'right' })
    line += 15
  }
  return line
}

function totals(sheet: Sheet, facts: Facts, x: number, right: number, y: number): void {
  let line = y
  for (const [label, value] of facts.parts) {
    sheet.text(x, line, label).text(right, line, value, { align: 'right' })
    line += 14
  }
  sheet.text(x, line, facts.labels.amount, { bold: true, size: 10 })
  sheet.text(right, line, facts.printed, { bold: true, size: 10, align: 'right' })
}

function meta(facts: Facts): [string, string][] {
  const { labels } = facts
  const rows: [string, string | undefined][] = [
    [labels.number, facts.number],
    [labels.date, facts.date],
    [labels.due, facts.due],
    [labels.po, facts.po],
    [labels.account, facts.account],
    [labels.ro, facts.ro],
    [labels.stock, facts.stock],
    ['VIN', facts.vin],
    ['Terms', facts.terms],
  ]
  return rows.filter((row): row is [string, string] => row[1] !== undefined)
}

const classic: Layout = (sheet, facts) => {
  sheet
    .text(45, 55, facts.payee.name, { size: 17, bold: true })
    .lines(45, 72, [...address(facts.payee), `Tel ${facts.payee.phone}`])
  sheet.text(566, 55, facts.title, { size: 22, align: 'right', color: 0.35 })
  for (const [at, [label, value]] of meta(facts).entries())
    sheet.text(400, 90 + at * 14, `${label}:`, { bold: true }).text(490, 90 + at * 14, value)
  sheet.text(45, 150, facts.labels.bill, { bold: true }).lines(45, 163, people)
  const end = items(sheet, facts, 250, ['Qty', 'Description', 'Price', 'Amount'])
  totals(sheet, facts, 400, 560, end + 16)
  sheet.text(45, 740, 'Thank you for your business. A 1.5% charge applies to late balances.', { size: 7.5 })
}

const cells: Layout = (sheet, facts) => {
  sheet.text(306, 50, facts.payee.name, { size: 15, bold: true, align: 'center' })
  sheet.text(306, 65, address(facts.payee).join('  •  '), { size: 8.5, align: 'center' })
  sheet.text(306, 92, facts.title, { size: 13, align: 'center', bold: true })
  const rows = meta(facts)
  const width = 520 / rows.length
  for (const [at, [label, value]] of rows.entries())
    sheet.text(48 + at * width, 118, label.toUpperCase(), { size: 6.5 }).text(48 + at * width, 130, value, { size: 8 })
  sheet.rule(45, 108, 522).rule(45, 135, 522)
  sheet.text(48, 160, facts.labels.bill, { size: 7 }).lines(48, 172, people)
  const end = items(sheet, facts, 240, ['QTY', 'ITEM', 'RATE', 'TOTAL'])
  totals(sheet, facts, 390, 560, end + 20)
}

const rightHead: Layout = (sheet, facts) => {
  sheet.lines(48, 60, [facts.labels.bill, ...people])
  sheet.text(566, 52, facts.payee.name, { size: 14, bold: true, align: 'right' })
  sheet.lines(566, 66, [...address(facts.payee), facts.payee.phone], { align: 'right', size: 8.5 })
  sheet.text(48, 150, facts.title, { size: 18, bold: true })
  for (const [at, [label, value]] of meta(facts).entries()) sheet.text(48, 175 + at * 13, `${label}  ${value}`)
  const end = items(sheet, facts, 310, ['Units', 'Service', 'Rate', 'Line total'])
  totals(sheet, facts, 380, 560, end + 14)
}

const mono: Layout = (sheet, facts) => {
  const left = (text: string, y: number) => sheet.text(50, y, text, { size: 9 })
  left(facts.payee.name.toUpperCase(), 50)
  for (const [at, line] of address(facts.payee).entries()) left(line.toUpperCase(), 62 + at * 11)
  left(facts.title.toUpperCase(), 100)
  for (const [at, [label, value]] of meta(facts).entries())
    left(`${`${label.toUpperCase()}:`.padEnd(18)}${value}`, 118 + at * 11)
  left(facts.labels.bill.toUpperCase(), 225)
  for (const [at, line] of people.entries()) left(line.toUpperCase(), 236 + at * 11)
  left(`${'QTY'.padEnd(6)}${'DESCRIPTION'.padEnd(40)}${'PRICE'.padStart(12)}${'AMOUNT'.padStart(14)}`, 290)
  let y = 304
  for (const { quantity, what, each, sum } of facts.items) {
    left(`${quantity.padEnd(6)}${what.slice(0, 38).padEnd(40)}${each.padStart(12)}${sum.padStart(14)}`, y)
    y += 11
  }
  y += 12
  for (const [label, value] of [...facts.parts, [facts.labels.amount, facts.printed] as const]) {
    left(`${''.padEnd(34)}${label.toUpperCase().padEnd(22)}${value.padStart(16)}`, y)
    y += 11
  }
}

const modern: Layout = (sheet, facts) => {
  sheet.text(45, 60, facts.title, { size: 26, bold: true })
  sheet
    .text(45, 95, facts.printed, { size: 20, bold: true })
    .text(45, 110, facts.labels.amount, { size: 9, color: 0.4 })
  for (const [at, [label, value]] of meta(facts).entries()) {
    const [x, y] = [45 + (at % 3) * 180, 145 + Math.floor(at / 3) * 32]
    sheet.text(x, y, label, { size: 8, color: 0.4 }).text(x, y + 12, value, { size: 10 })
  }
  sheet
    .text(45, 260, 'From', { size: 8, color: 0.4 })
    .text(45, 273, facts.payee.name, { bold: true })
    .lines(45, 285, address(facts.payee))
  sheet.text(330, 260, facts.labels.bill, { size: 8, color: 0.4 }).lines(330, 273, people)
  const end = items(sheet, facts, 340, ['', 'What', 'Each', 'Sum'])
  totals(sheet, facts, 420, 560, end + 18)
}

const stub: Layout = (sheet, facts) => {
  sheet.bar(0, 0, 612, 62, 0.2)
  sheet.text(45, 40, facts.payee.name, { size: 18, bold: true, color: 1 })
  sheet.text(566, 40, facts.title, { size: 12, align: 'right', color: 1 }).lines(45, 80, address(facts.payee))
  for (const [at, [label, value]] of meta(facts).entries())
    sheet.text(400, 85 + at * 13, label).text(560, 85 + at * 13, value, { align: 'right' })
  sheet.lines(45, 150, [facts.labels.bill, ...people])
  const end = items(sheet, facts, 240, ['Qty', 'Charges', 'Rate', 'Amount'])
  totals(sheet, facts, 390, 560, end + 16)
  sheet.text(306, 560, '- - - - - - - - - - -  Detach and return with your payment  - - - - - - - - - - -', {
    size: 7.5,
    align: 'center',
  })
  sheet.lines(45, 600, [
    facts.labels.remit,
    facts.remit?.name ?? facts.payee.name,
    ...(facts.remit ? address(facts.remit) : address(facts.payee)),
  ])
  sheet.text(400, 600, facts.labels.amount).text(560, 600, facts.printed, { align: 'right', bold: true })
  sheet.text(400, 614, 'Amount enclosed').text(560, 614, '$__________', { align: 'right' })
}

const ticket: Layout = (sheet, facts) => {
  sheet.text(150, 40, facts.payee.name, { size: 12, bold: true, align: 'center' })
  sheet.lines(150, 54, [...address(facts.payee), facts.payee.phone], { size: 8, align: 'center' })
  let y = 100
  for (const [label, value] of meta(facts)) {
    sheet.text(50, y, `${label} ${value}`, { size: 8.5 })
    y += 12
  }
  sheet.text(50, y + 6, 'SOLD TO LAKESHORE HONDA', { size: 8.5 })
  y += 26
  for (const { quantity, what, sum } of facts.items) {
    sheet.text(50, y, `${quantity} ${what}`, { size: 8.5 }).text(250, y, sum, { size: 8.5, align: 'right' })
    y += 12
  }
  y += 8
  for (const [label, value] of [...facts.parts, [facts.labels.amount, facts.printed] as const]) {
    sheet.text(50, y, label.toUpperCase(), { size: 9 }).text(250, y, value, { size: 9, align: 'right' })
    y += 13
  }
  sheet.text(150, y + 14, 'ALL SALES FINAL', { size: 7, align: 'center' })
}

const letter: Layout = (sheet, facts) => {
  sheet.text(306, 60, facts.payee.name, { size: 16, bold: true, align: 'center' })
  sheet.text(306, 76, address(facts.payee).join(', '), { size: 9, align: 'center' })
  let y = 120
  for (const [label, value] of meta(facts)) {
    sheet.text(60, y, `${label}: ${value}`, { size: 10.5 })
    y += 16
  }
  sheet.lines(60, y + 10, [facts.labels.bill, ...people], { size: 10.5 })
  y += 90
  for (const { what, sum } of facts.items) {
    sheet.text(60, y, `${what}: ${sum}`, { size: 10.5 })
    y += 17
  }
  for (const [label, value] of facts.parts) {
    sheet.text(60, y, `${label}: ${value}`, { size: 10.5 })
    y += 17
  }
  sheet.text(60, y + 10, `${facts.labels.amount}: ${facts.printed}`, { size: 11, bold: true })
}

export const layouts: readonly Layout[] = [classic, cells, rightHead, mono, modern, stub, ticket, letter]
