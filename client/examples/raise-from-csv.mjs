// Raises a check request for each row of a CSV file from a dealer management system: node raise-from-csv.mjs FILE
//
// The first line is: Reference,Dealership,Department,Purpose,Delivery,Carrier,Payee,Amount,Invoice,PO
// Dealerships and departments are named by their codes. For 48 hours, each reference raises only one request, so the
// program can be run again after an error.
import { readFileSync } from 'node:fs'
import { CallFailed, connect } from 'check-requests-client'

const { CHECK_REQUESTS_URL: url = '', CHECK_REQUESTS_TOKEN: token = '' } = process.env
const client = connect({ url, token })
const carriers = /** @type {const} */ (['USPS', 'FedEx', 'UPS', 'GSO'])
const [dealerships, departments, purposes, methods] = await Promise.all([
  client.listDealerships(),
  client.listDepartments(),
  client.listPurposes(),
  client.listDeliveryMethods(),
])

for (const row of rowsOf(readFileSync(process.argv[2] ?? '', 'utf8')))
  try {
    const idempotencyKey = `csv-${row.Reference}`
    const { request_number } = await client.createCheckRequest({ body: requestOf(row) }, { idempotencyKey })
    console.log(`${row.Reference}: ${request_number}`)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    console.error(`${row.Reference}: ${error.reasons.join(' ')}`)
    process.exitCode = 1
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

/** Values in quotes can contain commas, line breaks, and doubled quotes. @param {string} text */
function rowsOf(text) {
  /** @type {string[][]} */
  const lines = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') lines.push([])
  }
  const [header, ...rows] = lines.filter((values) => values.some(Boolean))
  return rows.map((values) => Object.fromEntries(values.map((value, index) => [header?.[index] ?? '', value])))
}
