// Raises a check request for each row of a CSV file from a dealer management system: node raise-from-csv.mjs FILE
//
// The first line is: Reference,Dealership,Department,Purpose,Delivery,Carrier,Payee,Amount,Invoice,PO
// Dealerships and departments are named by their codes. For 48 hours, each reference raises only one request, so the
// program can be run again after an error. The token belongs to a program in the role Requester.
import { readFileSync } from 'node:fs'
import { CallFailed, connect } from 'check-requests-client'

const { CHECK_REQUESTS_URL: url = '', CHECK_REQUESTS_TOKEN: token = '' } = process.env
const client = connect({ url, token })
const columns = 'Reference,Dealership,Department,Purpose,Delivery,Carrier,Payee,Amount,Invoice,PO'.split(',')
const carriers = /** @type {const} */ (['USPS', 'FedEx', 'UPS', 'GSO'])
const file = process.argv[2]
if (!file) {
  console.error('Name the CSV file: node raise-from-csv.mjs FILE')
  process.exit(1)
}
// Excel begins files with a mark of their encoding, which is no part of the first column's name.
const [header = [], ...lines] = linesOf(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
const rows = lines.map((values) => Object.fromEntries(header.map((name, index) => [name, values[index] ?? ''])))
const problem = problemIn()
if (problem) {
  console.error(`${problem} Nothing was raised.`)
  process.exit(1)
}

const [dealerships, departments, purposes, methods] = await Promise.all([
  client.listDealerships(),
  client.listDepartments(),
  client.listPurposes(),
  client.listDeliveryMethods(),
])

for (const row of rows)
  try {
    const unknown = unknownIn(row)
    if (unknown) {
      process.exitCode = 1
      console.error(`${row.Reference}: ${unknown}`)
      continue
    }
    const idempotencyKey = `csv-${row.Reference}`
    const { request_number } = await client.createCheckRequest({ body: requestOf(row) }, { idempotencyKey })
    console.log(`${row.Reference}: ${request_number}`)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    process.exitCode = 1
    if (error.fields.requester_id) {
      console.error(
        'This program raises requests for itself, so its role must be Requester. Add a program in the role Requester.',
      )
      break
    }
    console.error(`${row.Reference}: ${error.reasons.join(' ')}`)
  }

/** A code or name in a row that the server doesn't know. @param {Record<string, string>} row */
function unknownIn(row) {
  const dealership = dealerships.find(({ code }) => code === row.Dealership)
  if (!dealership) return `There is no dealership with the code ${row.Dealership}.`
  const isThere = departments.some(({ code, dealership_id: id }) => code === row.Department && id === dealership.id)
  if (row.Department && !isThere) return `There is no department with the code ${row.Department} in ${row.Dealership}.`
  if (!purposes.some(({ name }) => name === row.Purpose)) return `There is no purpose named ${row.Purpose}.`
  if (!methods.some(({ name }) => name === row.Delivery)) return `There is no delivery method named ${row.Delivery}.`
}

/**
 * @param {Record<string, string>} row
 * @returns {Parameters<typeof client.createCheckRequest>[0]['body']}
 */
function requestOf(row) {
  const dealership = dealerships.find(({ code }) => code === row.Dealership)
  const department = departments.find(({ code, dealership_id: id }) => code === row.Department && id === dealership?.id)
  return {
    dealer_group_id: dealership?.dealer_group_id ?? 0,
    dealership_id: dealership?.id,
    department_id: department?.id,
    payee_type: 'business',
    payee_sub_type: 'vendor',
    payee_name_1: row.Payee ?? '',
    amount: row.Amount ?? '',
    purpose_id: purposes.find(({ name }) => name === row.Purpose)?.id ?? 0,
    delivery_method_id: methods.find(({ name }) => name === row.Delivery)?.id ?? 0,
    mailing_method: carriers.find((name) => name === row.Carrier),
    priority_level: 'normal',
    invoice_number: row.Invoice || null,
    po_purchase_no: row.PO || null,
  }
}

/** Why the file can't be read, so that no reference is mistaken for another. */
function problemIn() {
  const missing = columns.filter((name) => !header.includes(name))
  if (missing.length === 1) return `The column ${missing[0]} is missing in the first line.`
  if (missing.length > 1) return `The columns ${missing.join(', ')} are missing in the first line.`
  const references = rows.map((row) => row.Reference)
  const empty = references.findIndex((reference) => !reference)
  if (empty >= 0) return `Row ${empty + 2} has no Reference.`
  const repeated = references.findIndex((reference, index) => references.indexOf(reference) < index)
  return repeated >= 0 ? `Row ${repeated + 2} repeats the Reference ${references[repeated]}.` : undefined
}

/** Values in quotes can contain commas, line breaks, and doubled quotes. @param {string} text */
function linesOf(text) {
  /** @type {string[][]} */
  const lines = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') lines.push([])
  }
  return lines.filter((values) => values.some(Boolean))
}
