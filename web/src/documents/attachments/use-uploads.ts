import { attachmentEndpoints } from '@check-requests/domain/documents/attachments/endpoints.ts'
import {
  type DocumentKind,
  emptyFile,
  type SavedAttachment,
  tellingBytes,
  tooLarge,
  typeByStart,
} from '@check-requests/domain/documents/attachments/fields.ts'
import { useRef, useState } from 'react'
import { type Owner, useDocuments, useDocumentsCache } from '#documents/attachments/api.ts'
import type { ApiClient } from '#platform/api-client.ts'
import { useApi } from '#platform/api-context.tsx'
import { networkFailure } from '#platform/api-failure.ts'
import { randomHex } from '#platform/browser-features.ts'

/** A file being uploaded, or one whose upload failed. */
export interface Upload {
  readonly key: string
  readonly file: File
  /** The kind of document, if the user has chosen one. */
  readonly kind?: DocumentKind | undefined
  /** The fraction sent, from 0 to 1. */
  readonly progress: number
  /** Why the upload failed. */
  readonly error?: string | undefined
  /** The id of the newest document at the time this upload started. */
  readonly after?: number | undefined
  readonly stop: AbortController
}

interface UploadOptions {
  /** Returns the owner of a file. Called when the file is sent, because a draft may have to be created first. */
  destination(): Promise<Owner>
  onAdded?: ((document: SavedAttachment) => void) | undefined
}

/** Uploads files to a request, a draft, or a payee independently, so that each can be stopped and retried. */
export function useUploads({ destination, onAdded }: UploadOptions) {
  const api = useApi()
  const { newest, refresh, mostBytes } = useDocumentsCache()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  /** For each upload key, a promise of whether the file was added. Files that were added are removed from the map. */
  const results = useRef(new Map<string, Promise<boolean>>())
  const change = (key: string, values: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...values } : upload)))

  function forget(key: string) {
    results.current.delete(key)
    setUploads((all) => all.filter((upload) => upload.key !== key))
  }

  async function send(upload: Upload): Promise<boolean> {
    const { key, file, stop } = upload
    try {
      const refusal = await refusalOfFile(file, await mostBytes())
      if (refusal !== undefined) throw new Error(refusal)
      const owner = await destination()
      change(key, { after: newest(owner) })
      const saved = await sendTo(api, owner, upload, (progress) => change(key, { progress }))
      onAdded?.(saved)
      void refresh().then(() => forget(key))
      return true
    } catch (error) {
      if (stop.signal.aborted) return true
      change(key, { error: error instanceof Error ? error.message : String(error) })
      return false
    }
  }

  const begin = (upload: Upload) => void results.current.set(upload.key, send(upload))

  return {
    uploads,
    /** Waits for all uploads to finish. Resolves to true if none has failed. */
    allAdded: async () => (await Promise.all(results.current.values())).every(Boolean),
    add(files: Iterable<File>, kind: DocumentKind | undefined) {
      const added = Array.from(files, (file) => newUpload(file, kind))
      setUploads((all) => [...all, ...added])
      for (const upload of added) begin(upload)
    },
    /** Stops an upload, or removes a failed one. */
    stop(upload: Upload) {
      upload.stop.abort()
      forget(upload.key)
    },
    retry(upload: Upload) {
      change(upload.key, { error: undefined, progress: 0 })
      begin(upload)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>

function newUpload(file: File, kind: DocumentKind | undefined): Upload {
  return { key: randomHex(32), file, kind, progress: 0, stop: new AbortController() }
}

function sendTo(
  api: ApiClient,
  owner: Owner,
  { key, file, kind, stop: { signal } }: Upload,
  onProgress: (share: number) => void,
): Promise<SavedAttachment> {
  signal.throwIfAborted()
  const form = new FormData()
  if (kind) form.append('kind', kind)
  form.append('file', file, file.name)
  const [row, id] = addressOf(owner)
  return api.sendWith(row, { params: { id } }, { idempotencyKey: key }, (url, headers) =>
    sendForm(url, headers, form, { signal, onProgress }),
  )
}

function addressOf(owner: Owner) {
  if ('request' in owner) return [attachmentEndpoints.attach, owner.request] as const
  if ('payee' in owner) return [attachmentEndpoints.attachToPayee, owner.payee] as const
  return [attachmentEndpoints.attachToDraft, owner.draft ?? 0] as const
}

/**
 * Why the server would refuse this file, judging by the file's size and first bytes; undefined if they give no reason.
 */
export async function refusalOfFile(file: File, mostBytes: number | undefined): Promise<string | undefined> {
  if (file.size === 0) return emptyFile
  if (mostBytes !== undefined && file.size > mostBytes) return tooLarge(mostBytes)
  const found = typeByStart(new Uint8Array(await file.slice(0, tellingBytes).arrayBuffer()))
  return 'refusal' in found ? found.refusal : undefined
}

interface SendOptions {
  readonly signal: AbortSignal
  /** Receives the fraction of the form sent, from 0 to 1. */
  onProgress(share: number): void
}

/** Sends a form and reports upload progress, which `fetch` can't do. */
function sendForm(url: string, headers: Headers, form: FormData, options: SendOptions): Promise<Response> {
  const { signal, onProgress } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(networkFailure())
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

interface FormDocumentsOptions {
  /** The owner of the documents. */
  owner: Owner
  /** Returns the owner for a new file, and creates the owner if necessary. */
  destination(): Promise<Owner>
  /** Called when a document was added or removed. */
  onChanged?: ((document: SavedAttachment) => void) | undefined
}

/** A form's saved and uploading documents. */
export function useFormDocuments({ owner, destination, onChanged }: FormDocumentsOptions) {
  const uploads = useUploads({ destination, onAdded: onChanged })
  const list = useDocuments(owner)
  const isKnown = list.isSuccess || ('draft' in owner && owner.draft === undefined)
  const there = list.data?.filter(({ removed_at }) => removed_at === null) ?? []
  const isSending = uploads.uploads.length > 0
  return {
    owner,
    uploads,
    onChanged,
    /** True if there are documents or uploads; undefined until the documents have loaded. */
    some: there.length > 0 || isSending || (isKnown ? false : undefined),
    /** True if leaving the form would lose uploads. */
    isSending,
  }
}

export type FormDocuments = ReturnType<typeof useFormDocuments>
