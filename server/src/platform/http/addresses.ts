import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** True for the URLs of the API, which return JSON to any client. */
export function isApiAddress(url: string): boolean {
  return /^\/api([/?]|$)/.test(url)
}

/** True when a person opened a URL in a browser, false when a script or program called it. */
export function opensPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || isApiAddress(url)) return false
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}

/**
 * True when every part of the path is a name. A dot segment, an empty part, a backslash or a NUL, encoded or not, is
 * how somebody tries to leave a folder; no address of ours has one.
 */
export function isPlainPath(url: string): boolean {
  const path = decoded(url.split('?', 1)[0] ?? '')
  return path === undefined || !/\/\/|[\\\0]|\/\.{1,2}(\/|$)/.test(path)
}

/** True when a request names its host more than once: a proxy may have checked another one than we would read. */
export function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1
}

// What cannot be decoded is refused by the router.
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
