import { demoPassword } from '../../server/src/demo/accounts.ts'
import { formOf } from '../../server/src/testing/documents.ts'

/** A client of the product: a demo user at a URL. */
export class Product {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>

  private constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#url = url
    this.#headers = headers
  }

  static async logIn(url: string, email: string): Promise<Product> {
    const body = JSON.stringify({ email, password: demoPassword })
    const headers = { 'content-type': 'application/json' }
    const { token } = await dataOf(await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body }))
    return new Product(url, { 'x-auth-token': token })
  }

  read(path: string): Promise<Response> {
    return fetch(`${this.#url}${path}`, { headers: this.#headers })
  }

  // biome-ignore lint/suspicious/noExplicitAny: the proofs read arbitrary parts of responses, like an external client.
  async dataAt(path: string): Promise<any> {
    return dataOf(await this.read(path))
  }

  /** Creates a request at the location of the first listed request; returns its id. */
  async raise(payee: string): Promise<number> {
    const [listed] = (await this.dataAt('/api/v1/check-requests')).items
    const { dealer_group_id, dealership_id, department_id } = await this.dataAt(`/api/v1/check-requests/${listed.id}`)
    const body = JSON.stringify({
      dealer_group_id,
      dealership_id,
      department_id,
      payee_type: 'business',
      payee_sub_type: 'vendor',
      payee_name_1: payee,
      amount: 1250.5,
      purpose_id: 10,
      po_purchase_no: 'PO-1001',
      priority_level: 'normal',
      due_date: '2126-11-27',
      delivery_method_id: 1,
      mailing_method: 'USPS',
    })
    const headers = { ...this.#headers, 'content-type': 'application/json' }
    const path = '/api/v1/check-requests/create-check-req'
    return (await dataOf(await fetch(`${this.#url}${path}`, { method: 'POST', headers, body }))).id
  }

  async attach(id: number, name: string, content: Uint8Array): Promise<Response> {
    const form = await formOf({ name, content })
    const headers = { ...this.#headers, ...form.headers }
    return fetch(`${this.#url}/api/v1/check-requests/${id}/attachments`, { method: 'POST', body: form.body, headers })
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the proofs read arbitrary parts of the response data.
async function dataOf(answer: Response): Promise<any> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text).data
}
