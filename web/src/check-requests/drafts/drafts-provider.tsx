import { draftEndpoints as endpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import type { Draft, DraftForm } from '@check-requests/domain/check-requests/drafts/fields.ts'
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { useSession } from '#access/sessions/session-provider.tsx'
import type { DraftOwner, DraftSaver, UnsentDraft } from '#check-requests/drafts/draft-saver.ts'
import type { ApiClient } from '#platform/api-client.ts'
import { useApi } from '#platform/api-context.tsx'
import { ApiFailure, isFinal } from '#platform/api-failure.ts'
import { randomHex } from '#platform/browser-features.ts'

interface Waiting {
  owner: DraftOwner
  draft: UnsentDraft
  /** The idempotency key. Retries with the same key create only one draft. */
  key: string
}

/**
 * Keeps values in memory that couldn't be sent because the connection or session ended. Sends them when the same user
 * returns, and discards them if another user logs in.
 */
export class DraftStore {
  readonly #api: ApiClient
  #owner: DraftOwner | undefined
  #waiting: Waiting[] = []
  #work: Promise<unknown> = Promise.resolve()

  constructor(api: ApiClient) {
    this.#api = api
  }

  /** Called when a user has logged in, switched roles, or logged out. */
  enter(owner: DraftOwner | undefined): void {
    this.#owner = owner
    if (!owner) return
    this.#waiting = this.#waiting.filter((waiting) => waiting.owner.id === owner.id)
    void this.#queue(() => this.#sendWaiting(owner))
  }

  /** The drafts of a form, including those with unsent values. */
  list(owner: DraftOwner, form: DraftForm): Promise<Draft[]> {
    return this.#queue(async () => {
      await this.#sendWaiting(owner)
      return this.#api.call(endpoints.list, { query: { form } })
    })
  }

  discard(id: number): Promise<unknown> {
    return this.#api.call(endpoints.remove, { params: { id } })
  }

  /** Called when this owner's form closes. */
  end(owner: DraftOwner, saver: DraftSaver): void {
    const signedIn = isSame(this.#owner, owner)
    void this.#queue(async () => this.add(owner, await saver.close(signedIn)))
  }

  /** Keeps unsent values for the next attempt. */
  add(owner: DraftOwner, draft: UnsentDraft | undefined): void {
    if (draft) this.#waiting.push({ owner, draft, key: randomHex(32) })
  }

  #queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work)
    this.#work = result.catch(() => undefined)
    return result
  }

  async #sendWaiting(owner: DraftOwner): Promise<void> {
    for (const waiting of this.#waiting.filter((one) => isSame(one.owner, owner)))
      if (await this.#send(waiting.draft, waiting.key)) this.#waiting = this.#waiting.filter((one) => one !== waiting)
  }

  /** Returns true if no retry is needed: the values were saved or never will be. */
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

  /**
   * Returns false if the draft was changed or deleted elsewhere. The values then become a new draft, so nothing is
   * lost.
   */
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

// There are too many drafts, or the session ended again; both can change before the next attempt.
function isRefused(error: unknown): boolean {
  return isFinal(error) && error instanceof ApiFailure && error.status !== 401 && error.status !== 409
}

const StoreContext = createContext<DraftStore | undefined>(undefined)

/** Keeps unsaved values when a session ends, and sends them when the same user returns. */
export function DraftsProvider({ children }: { children: ReactNode }) {
  const api = useApi()
  const session = useSession()
  const [store] = useState(() => new DraftStore(api))
  const person = session.status === 'signed-in' ? session.person : undefined
  const { id, role } = person ?? {}
  // Runs before the effects that close the previous session's form, so that the form can't save into the new session.
  useLayoutEffect(() => store.enter(id && role ? { id, role } : undefined), [store, id, role])
  return <StoreContext value={store}>{children}</StoreContext>
}

export function useDraftStore(): DraftStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('No DraftsProvider around this component')
  return store
}
