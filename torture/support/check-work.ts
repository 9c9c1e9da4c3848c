import { apiBase, type Endpoint } from '@check-requests/domain/api/endpoint.ts'
import { bankFileEndpoints } from '@check-requests/domain/bank/files/endpoints.ts'
import { checkRequestEndpoints } from '@check-requests/domain/check-requests/endpoints.ts'
import { checkEndpoints, printRunEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { CheckState } from '@check-requests/domain/checks/lifecycle.ts'
import type { CheckReply } from '@check-requests/domain/checks/replies.ts'
import type { Dice } from '../../server/src/demo/dice.ts'

/** The acknowledged actions: check states by id, run numbers, and rows of bank files. */
export class Acknowledged {
  readonly states = new Map<number, CheckState>()
  readonly numbers = new Map<number, number>()
  readonly runs = new Map<number, number>()
  readonly files = new Map<number, number>()
  acts = 0
  /** Of them, bank files that were read or undone, and checks that were un-cleared. */
  settled = 0
}

/**
 * The users of an account: tokens of the user who prints and reports, of the one who confirms stops and undone files, of
 * the one who reads bank files, and of the signer. `paid` are outstanding checks that the bank pays, and `bankFile` its
 * file.
 */
export interface Staff {
  readonly account: number
  readonly processor: string
  readonly colleague: string
  readonly reconciler: string
  readonly signer: string
  readonly paid: readonly number[]
  readonly bankFile: string
}

/** The longest time in milliseconds that users work before the server must have been killed. */
const longestWork = 60_000

interface Call {
  readonly params?: Readonly<Record<string, number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly file?: string
}

type Answer<Row extends Endpoint> = ReturnType<Row['reply']['parse']>

class Gone extends Error {}

/**
 * Users who print, confirm, sign, report, void, and stop checks, clear and undo a bank file, and un-clear checks, as fast as they can
 * until the server is killed.
 */
export class CheckWork {
  readonly acknowledged = new Acknowledged()
  readonly faults: string[] = []
  readonly #staff: Staff
  readonly #dice: Dice
  #calls = 0

  constructor(staff: Staff, dice: Dice) {
    this.#staff = staff
    this.#dice = dice
  }

  /** `onAct` is called on each acknowledgment of a change, except for bank files, which would be most of them. */
  async run(url: string, onAct: () => void): Promise<void> {
    const client = (token: string) => new Wire(url, token, () => this.#nextKey(), this.faults)
    const [processor, colleague] = [client(this.#staff.processor), client(this.#staff.colleague)]
    const [reconciler, signer] = [client(this.#staff.reconciler), client(this.#staff.signer)]
    const noted = () => {
      this.acknowledged.acts += 1
      onAct()
    }
    await Promise.all([
      untilGone(() => this.#print(processor, noted)),
      untilGone(() => this.#follow({ processor, colleague, signer }, noted)),
      untilGone(() => this.#clear({ reconciler, colleague })),
    ])
  }

  #nextKey(): string {
    this.#calls += 1
    return `kill-checks-${this.#calls}`
  }

  async #print(processor: Wire, noted: () => void): Promise<void> {
    const run = (await this.#openRun(processor)) ?? (await this.#makeRun(processor, noted))
    if (run === undefined) return
    const { data } = await processor.call(printRunEndpoints.one, { params: { id: run } })
    const jammed = (data?.checks ?? []).filter(() => this.#dice.below(8) === 0).map(({ number }) => number)
    const body = { spoiled: jammed.map((number) => ({ number, reason: 'Paper jam' })) }
    const settled = await processor.call(printRunEndpoints.confirm, { params: { id: run }, body })
    if (!settled.data) return
    // A successful response acknowledges the requested change, regardless of its content.
    for (const { id, number } of data?.checks ?? [])
      this.acknowledged.states.set(id, jammed.includes(number) ? 'spoiled' : 'printed')
    noted()
  }

  async #openRun(processor: Wire): Promise<number | undefined> {
    const query = { bank_account_id: String(this.#staff.account) }
    const { data } = await processor.call(printRunEndpoints.list, { query })
    return data?.find(({ state }) => state === 'made')?.id
  }

  async #makeRun(processor: Wire, noted: () => void): Promise<number | undefined> {
    const query = { status: '3', limit: '20' }
    const { data: list } = await processor.call(checkRequestEndpoints.list, { query })
    const ids = (list?.items ?? []).slice(0, 1 + this.#dice.below(3)).map(({ id }) => id)
    if (ids.length === 0) return undefined
    const body = { bank_account_id: this.#staff.account, check_request_ids: ids }
    const { data } = await processor.call(printRunEndpoints.make, { body })
    if (!data) return undefined
    this.acknowledged.runs.set(data.id, data.checks.length)
    for (const { id, number } of data.checks) this.acknowledged.numbers.set(number, id)
    noted()
    return data.id
  }

  /** The steps after printing: signatures, a bank file, a void, and a stop, on any available checks. */
  async #follow({ processor, colleague, signer }: Omit<Wires, 'reconciler'>, noted: () => void): Promise<void> {
    const printed = (await this.#inState(processor, 'printed')).map(({ id }) => id)
    if (printed.length > 0 && this.#dice.below(4) === 0) await this.#void(processor, printed[0] ?? 0, noted)
    else if (printed.length > 0) await this.#sign(signer, printed, noted)
    await this.#tellBank(processor, noted)
    for (const { id } of (await this.#inState(processor, 'signed')).slice(0, 2)) await this.#stop(processor, id, noted)
    const stopped = await this.#inState(colleague, 'stopped')
    for (const { id } of stopped.filter(({ stop_number }) => stop_number === null))
      await colleague.call(checkEndpoints.confirmStop, { params: { id }, body: { confirmation_number: 'SP-1' } })
  }

  async #inState(processor: Wire, state: CheckState): Promise<readonly CheckReply[]> {
    const query = { bank_account_id: String(this.#staff.account), state }
    const { data } = await processor.call(checkEndpoints.list, { query })
    return data?.items ?? []
  }

  async #sign(signer: Wire, ids: readonly number[], noted: () => void): Promise<void> {
    const { data } = await signer.call(checkEndpoints.sign, { body: { check_ids: ids } })
    if (!data) return
    for (const id of ids) this.acknowledged.states.set(id, 'signed')
    noted()
  }

  async #tellBank(processor: Wire, noted: () => void): Promise<void> {
    const params = { id: this.#staff.account }
    const { data } = await processor.call(bankFileEndpoints.makePositivePay, { params, body: {} })
    if (!data) return
    this.acknowledged.files.set(data.id, data.count)
    noted()
  }

  async #void(processor: Wire, id: number, noted: () => void): Promise<void> {
    const body = { reason: 'Lost', request_status: 'approved' } as const
    if (!(await processor.call(checkEndpoints.void, { params: { id }, body })).data) return
    this.acknowledged.states.set(id, 'voided')
    noted()
  }

  /** Reads the bank's file, or undoes it. Each act is for all its checks. */
  async #clear({ reconciler, colleague }: Pick<Wires, 'reconciler' | 'colleague'>): Promise<void> {
    const params = { id: this.#staff.account }
    const { data } = await reconciler.call(bankFileEndpoints.clearing, { params })
    const written = data?.files.find(({ undone }) => undone === null)
    if (written && this.#dice.below(2) === 0) {
      await this.#unclear({ reconciler, colleague })
      return
    }
    if (written) {
      const of = { params: { ...params, file: written.id } }
      await reconciler.call(bankFileEndpoints.undoClearing, { ...of, body: { reason: 'Wrong file' } })
      await this.#settle('issued', () => colleague.call(bankFileEndpoints.confirmUndoClearing, { ...of, body: {} }))
      return
    }
    const look = await reconciler.call(bankFileEndpoints.previewClearing, { params, file: this.#staff.bankFile })
    const of = { params: { ...params, file: look.data?.id ?? 0 }, body: {} }
    await this.#settle('cleared', () => reconciler.call(bankFileEndpoints.confirmClearing, of))
  }

  /** Undoes the clearing of a paid check by hand. */
  async #unclear({ reconciler, colleague }: Pick<Wires, 'reconciler' | 'colleague'>): Promise<void> {
    const { paid } = this.#staff
    const id = paid[this.#dice.below(paid.length)] ?? 0
    const asked = await reconciler.call(bankFileEndpoints.unclear, { params: { id }, body: { reason: 'Wrong check' } })
    if (!asked.data) return
    const confirm = () => colleague.call(bankFileEndpoints.confirmUnclear, { params: { id }, body: {} })
    await this.#settle('issued', confirm, [id])
  }

  /** Until an act on the paid checks is acknowledged, their state is unknown. */
  async #settle(state: CheckState, act: () => Promise<{ data?: unknown }>, checks = this.#staff.paid): Promise<void> {
    for (const id of checks) this.acknowledged.states.delete(id)
    if (!(await act()).data) return
    for (const id of checks) this.acknowledged.states.set(id, state)
    this.acknowledged.settled += 1
    this.acknowledged.acts += 1
  }

  /** The request can be paid again only after another user has entered the bank's confirmation number. */
  async #stop(processor: Wire, id: number, noted: () => void): Promise<void> {
    const body = { reason: 'Lost', request_status: 'approved' } as const
    if (!(await processor.call(checkEndpoints.stop, { params: { id }, body })).data) return
    this.acknowledged.states.set(id, 'stopped')
    noted()
  }
}

type Wires = Readonly<Record<'processor' | 'colleague' | 'reconciler' | 'signer', Wire>>

async function untilGone(act: () => Promise<void>): Promise<void> {
  const end = Date.now() + longestWork
  try {
    while (Date.now() < end) await act()
    throw new Error(`The server wasn’t killed in ${longestWork / 1000} s, because too few actions were accepted.`)
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  }
}

/** A client that calls a server over the network. */
class Wire {
  readonly #url: string
  readonly #token: string
  readonly #nextKey: () => string
  readonly #faults: string[]

  constructor(url: string, token: string, nextKey: () => string, faults: string[]) {
    this.#url = url
    this.#token = token
    this.#nextKey = nextKey
    this.#faults = faults
  }

  /** Returns the server's response, without data if the server refuses. Throws if there is no response. */
  async call<Row extends Endpoint>(
    row: Row,
    { params = {}, query, body, file }: Call,
  ): Promise<{ data?: Answer<Row> }> {
    const path = row.path.replaceAll(/:(\w+)/g, (_, name) => String(params[name]))
    const reply = await fetch(new URL(`${apiBase}${path}?${new URLSearchParams(query)}`, this.#url), {
      method: row.method,
      headers: {
        'x-auth-token': this.#token,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': this.#nextKey() }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(file !== undefined && { body: formWith(file) }),
    }).catch(() => {
      throw new Gone()
    })
    const answer = (await reply.json().catch(() => {
      throw new Gone()
    })) as { data?: Answer<Row> }
    if (reply.status >= 500 && reply.status !== 503)
      this.#faults.push(`${row.method} ${path} was answered ${reply.status}`)
    return reply.ok ? answer : {}
  }
}

function formWith(file: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([file]), 'bank.bai')
  return form
}
