import { draftEndpoints as endpoints } from '@check-requests/domain/drafts/endpoints.ts'
import type { DraftForm } from '@check-requests/domain/drafts/fields.ts'
import type { Draft } from '@check-requests/domain/drafts/replies.ts'
import { readBrowserDrafts } from '#drafts/browser-drafts.ts'
import type { DraftSaver } from '#drafts/draft-saver.ts'
import type { DraftOwner, UnsentDraft } from '#drafts/unsent-draft.ts'
import type { ApiClient } from '#platform/api-client.ts'
import { ApiFailure, isFinal } from '#platform/api-failure.ts'
import { randomHex } from '#platform/random-id.ts'

interface Waiting {
  owner: DraftOwner
  draft: UnsentDraft
  /** Repeating the same with the same key makes one draft only. */
  key: string
}

/**
 * What could not be sent to the server, because the connection or the session had ended, waits here in memory until its
 * author is back, and goes when somebody else logs in.
 */
export class DraftStore {
  readonly #api: ApiClient
  #owner: DraftOwner | undefined
  #waiting: Waiting[] = []
  #work: Promise<unknown> = Promise.resolve()

  constructor(api: ApiClient) {
    this.#api = api
  }

  /** Somebody has logged in, changed the role, or left. */
  enter(owner: DraftOwner | undefined): void {
    this.#owner = owner
    if (!owner) return
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner.id === owner.id)
    void this.#queue(() => this.#sendWaiting(owner))
  }

  /** The drafts of a form, with all that was still on its way. */
  list(owner: DraftOwner, form: DraftForm): Promise<Draft[]> {
    return this.#queue(async () => {
      await this.#sendWaiting(owner)
      return this.#api.call(endpoints.list, { query: { form } })
    })
  }

  discard(id: number): Promise<unknown> {
    return this.#api.call(endpoints.remove, { params: { id } })
  }

  /** The form of this owner is closed. */
  end(owner: DraftOwner, saver: DraftSaver): void {
    const signedIn = isSame(this.#owner, owner)
    void this.#queue(async () => this.add(owner, await saver.close(signedIn)))
  }

  /** Keeps what was not sent for the next chance. */
  add(owner: DraftOwner, draft: UnsentDraft | undefined): void {
    if (draft) this.#waiting.push({ owner, draft, key: randomHex(32) })
  }

  #queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work)
    this.#work = result.catch(() => undefined)
    return result
  }

  async #sendWaiting(owner: DraftOwner): Promise<void> {
    for (const { draft, key, erase } of readBrowserDrafts(owner)) if (await this.#send(draft, key)) erase()
    for (const waiting of this.#waiting.filter((one) => isSame(one.owner, owner)))
      if (await this.#send(waiting.draft, waiting.key)) this.#waiting = this.#waiting.filter((one) => one !== waiting)
  }

  /** Tells whether it need not be tried again: it has been saved, or it never will be. */
  async #send(unsent: UnsentDraft, idempotencyKey: string): Promise<boolean> {
    const { form, values, draft } = unsent
    try {
      if (draft && (await this.#saveOver(unsent))) return true
      await this.#api.call(endpoints.create, { body: { form, values } }, { idempotencyKey })
      return true
    } catch (error) {
      return isRefused(error)
    }
  }

  /** False when the draft has been changed or is gone: then these values become another one, so that none is lost. */
  async #saveOver({ values, draft }: UnsentDraft): Promise<boolean> {
    if (!draft) return false
    try {
      await this.#api.call(endpoints.update, { params: { id: draft.id }, body: { version: draft.version, values } })
      return true
    } catch (error) {
      if (error instanceof ApiFailure && (error.status === 404 || error.code === 'CONFLICT')) return false
      throw error
    }
  }
}

function isSame(one: DraftOwner | undefined, other: DraftOwner): boolean {
  return one?.id === other.id && one.role === other.role
}

// Too many drafts, or a session that ended again: both can be different the next time.
function isRefused(error: unknown): boolean {
  return isFinal(error) && error instanceof ApiFailure && error.status !== 401 && error.status !== 409
}
