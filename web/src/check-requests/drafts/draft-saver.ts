import { draftEndpoints as endpoints } from '@check-requests/domain/check-requests/drafts/endpoints.ts'
import type { Draft, DraftForm, DraftValues } from '@check-requests/domain/check-requests/drafts/fields.ts'
import type { ApiClient } from '#platform/api-client.ts'
import { ApiFailure, isFinal } from '#platform/api-failure.ts'
import { randomHex } from '#platform/browser-features.ts'
import { changedFields } from '#platform/stored-row.ts'

/**
 * `conflict`: another device has saved the version `other` in the meantime, and nothing is sent until the user chooses
 * a version.
 */
export type DraftStatus =
  | { kind: 'empty' | 'saved' }
  | { kind: 'failed'; message: string }
  | { kind: 'conflict'; other: Draft }

interface SaverOptions {
  api: ApiClient
  form: DraftForm
  onStatus(status: DraftStatus): void
  /** Called when the draft was submitted or discarded elsewhere. The values in this form become a new draft. */
  onGone(): void
  /** How long to wait for further typing before a save, in milliseconds. */
  delay?: number
}

const typingPause = 1000
const longestPause = 60_000

/** A first save without a response; the retry is identical, so that it can't create two drafts. */
export class DraftSaver {
  readonly #options: SaverOptions
  readonly #delay: number
  #draft: DraftVersion | undefined
  /** Values not sent yet. Null if the form is empty again, so its draft can be removed. */
  #unsent: DraftValues | null | undefined
  #lastSent: DraftValues | undefined
  /** A first save without a response; the retry is identical, so that it can't create two drafts. */
  #creation: { key: string; values: DraftValues } | undefined
  #sending: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #pause: number
  #status: DraftStatus = { kind: 'empty' }
  #closed = false

  constructor(options: SaverOptions) {
    this.#options = options
    this.#delay = options.delay ?? typingPause
    this.#pause = this.#delay
  }

  /** The draft of the form, if one exists. */
  get id(): number | undefined {
    return this.#draft?.id
  }

  /** Records the form's current values, to be saved soon; null if the form is empty. */
  keep(values: DraftValues | null): void {
    const isNew = !this.#draft && !this.#creation && !this.#unsent
    if (this.#closed || (values === null && isNew)) return
    this.#unsent = values
    if (this.#status.kind !== 'conflict') this.#sendIn(this.#delay)
  }

  /** Saves unsaved values immediately. Never fails. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
    return this.#sending
  }

  /** Switches to saving over this draft. Returns the values that couldn't be saved to the previous draft. */
  async switchTo(draft: DraftVersion): Promise<UnsentDraft | undefined> {
    await this.flush()
    const rest = this.#takeRest()
    this.#draft = { id: draft.id, version: draft.version }
    this.#show({ kind: 'saved' })
    return rest
  }

  /** In a conflict: overwrites the other device's version. */
  keepMine(): void {
    if (this.#status.kind !== 'conflict') return
    this.#draft = this.#status.other
    this.#show({ kind: 'saved' })
    void this.flush()
  }

  /** In a conflict: discards this form's values and returns the other device's version. */
  takeOther(): DraftValues | undefined {
    if (this.#status.kind !== 'conflict') return undefined
    const { other } = this.#status
    this.#draft = other
    this.#unsent = undefined
    this.#show({ kind: 'saved' })
    return other.values
  }

  open(): void {
    this.#closed = false
  }

  /** Closes with a final save, unless the session is over. Returns the values that couldn't be saved. */
  async close(signedIn: boolean): Promise<UnsentDraft | undefined> {
    this.#closed = true
    clearTimeout(this.#timer)
    if (signedIn) await this.flush()
    return this.#takeRest()
  }

  /** Called when the form was submitted with this draft. Removes any draft created in the meantime. */
  async submitted(draftId: number | undefined): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#unsent = undefined
    await this.#sending
    if (this.id === undefined || this.id === draftId) return
    await this.#options.api.call(endpoints.remove, { params: { id: this.id } }).catch(() => undefined)
  }

  async #sendAll(): Promise<void> {
    while (this.#unsent !== undefined && this.#status.kind !== 'conflict') {
      const values: DraftValues | null = this.#creation?.values ?? this.#unsent
      try {
        await this.#send(values)
        if (this.#unsent === values) this.#unsent = undefined
        this.#pause = this.#delay
        this.#show({ kind: this.#draft ? 'saved' : 'empty' })
      } catch (error) {
        if (!(error instanceof ApiFailure)) throw error
        if (!(await this.#recover(error))) return
      }
    }
  }

  async #send(values: DraftValues | null): Promise<void> {
    const { api, form } = this.#options
    const draft = this.#draft
    if (values === null) {
      if (draft) await api.call(endpoints.remove, { params: { id: draft.id } }, { keepalive: true })
      this.#draft = undefined
      return
    }
    this.#lastSent = values
    if (draft) {
      const body = { version: draft.version, values }
      this.#draft = await api.call(endpoints.update, { params: { id: draft.id }, body }, { keepalive: true })
      return
    }
    this.#creation ??= { key: randomHex(32), values }
    const options = { idempotencyKey: this.#creation.key, keepalive: true }
    this.#draft = await api.call(endpoints.create, { body: { form, values } }, options)
    this.#creation = undefined
  }

  /** Recovers from a failure if possible. Returns whether to continue saving. */
  async #recover(failure: ApiFailure): Promise<boolean> {
    if (failure.status === 404) {
      this.#draft = undefined
      if (!this.#closed && this.#unsent) this.#options.onGone()
      return true
    }
    if (failure.code === 'CONFLICT' && this.#draft) return this.#compare(this.#draft.id)
    // A first save with refused values must not be retried unchanged.
    if (isFinal(failure)) this.#creation = undefined
    else if (!this.#closed) this.#tryLater()
    this.#show({ kind: 'failed', message: failure.message })
    return false
  }

  /** Finds out whether the newer version was saved by this form, which lost the response, or by another device. */
  async #compare(id: number): Promise<boolean> {
    try {
      const other = await this.#options.api.call(endpoints.detail, { params: { id } })
      if (this.#lastSent && hasSameValues(other.values, this.#lastSent)) {
        this.#draft = other
        return true
      }
      this.#show({ kind: 'conflict', other })
    } catch {
      this.#tryLater()
    }
    return false
  }

  #tryLater(): void {
    this.#pause = Math.min(this.#pause * 2, longestPause)
    this.#sendIn(this.#pause)
  }

  #sendIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  #takeRest(): UnsentDraft | undefined {
    const values = this.#unsent
    const rest = values ? { form: this.#options.form, values, draft: this.#draft } : undefined
    this.#unsent = undefined
    this.#creation = undefined
    return rest
  }

  #show(status: DraftStatus): void {
    this.#status = status
    this.#options.onStatus(status)
  }
}

function hasSameValues(one: DraftValues, other: DraftValues): boolean {
  return [changedFields(one, other), changedFields(other, one)].every((changed) => Object.keys(changed).length === 0)
}

/** The owner of a draft: a user in a role. */
export interface DraftOwner {
  id: number
  role: string
}

type DraftVersion = Pick<Draft, 'id' | 'version'>

/** Values not saved on the server yet. `draft`: the draft version that the values should replace. */
export interface UnsentDraft {
  form: DraftForm
  values: DraftValues
  draft?: DraftVersion | undefined
}
