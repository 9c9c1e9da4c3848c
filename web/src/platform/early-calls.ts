declare global {
  /** Responses by token and URL, set by `early.js`; missing on the page of a browser without a session. */
  var early: Map<string, Promise<Response>> | undefined
}

const calls = globalThis.early
// Removes the calls so that no other script can find the token in them (B1).
globalThis.early = undefined

/** True if the server found no session cookie, so that asking for the session would only return a 401. */
export function isWithoutSession(): boolean {
  return Boolean(document.documentElement.dataset.session)
}

/**
 * The response to this GET if the page made the call before its scripts loaded, or else the response of `send`. Each
 * early response is used once; an early call that didn't reach the server is repeated.
 */
export function sendOnce(token: string | undefined, url: string, send: () => Promise<Response>): Promise<Response> {
  const key = `${token} ${url}`
  const early = calls?.get(key)
  calls?.delete(key)
  return early?.catch(send) ?? send()
}
