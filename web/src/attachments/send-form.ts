import { networkFailure } from '#platform/api-failure.ts'

interface SendOptions {
  readonly signal: AbortSignal
  /** Hears which share of the form has been sent, from 0 to 1. */
  onProgress(share: number): void
}

/** Sends a form and says how far it is, which `fetch` cannot. */
export function sendForm(url: string, headers: Headers, form: FormData, options: SendOptions): Promise<Response> {
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
